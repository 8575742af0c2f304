import { professionalClaim, transaction } from '../model/claim.ts';
import { billingProvider, patient, subscriber } from '../model/party.ts';
import { type LoopHandlers, readLoop } from './loop-reader.ts';
import { notePosition } from './open-loops.ts';

/** Handlers that read the typed claims of an 837P: by the descriptions in model/, and the levels above a claim. */
export function claimHandlers(): LoopHandlers {
  const handlers: LoopHandlers = { segments: {}, enter: {} };
  readLoop(handlers, '', transaction, (open) => open.transaction);
  readLoop(handlers, '2010AA', billingProvider, (open) => open.billingProvider);
  readLoop(handlers, '2010BA', subscriber, (open) => open.subscriber);
  readLoop(handlers, '2010CA', patient, (open) => open.patientRecord);
  readLoop(handlers, '2300', professionalClaim, (open) => open.claim);
  const { enter } = handlers;
  const enterLine = enter['2400'];
  Object.assign(enter, {
    '2000A': (open, segment) => open.openBillingProvider(segment),
    '2010AA': (open, segment) => notePosition(open.billingProvider, segment),
    '2000B': (open, segment) => open.openSubscriber(segment),
    '2010BA': (open, segment) => notePosition(open.subscriber, segment),
    '2000C': (open, segment) => open.openPatient(segment),
    '2010CA': (open, segment) => notePosition(open.patientRecord, segment),
    '2300': (open, segment) => open.openClaim(segment),
    '2400': (open, segment) => {
      enterLine?.(open, segment);
      open.numberLine();
    },
  } satisfies LoopHandlers['enter']);
  return handlers;
}
