import { professionalClaim, transaction } from '../model/claim.ts';
import { billingProvider, patient, subscriber } from '../model/party.ts';
import { type LoopHandlers, readLoop } from './loop-reader.ts';
import { notePosition } from './open-loops.ts';

/** Handlers that read the typed claims of an 837P: by the descriptions in model/, and the levels above a claim. */
export function claimHandlers(): LoopHandlers {
  const handlers: LoopHandlers = { segments: {}, enter: {} };
  readLoop(handlers, '', transaction, (fill) => (open, segment) => fill(open.transaction, segment, open));
  readLoop(
    handlers,
    '2010AA',
    billingProvider,
    (fill) => (open, segment) => fill(open.billingProvider, segment, open),
  );
  readLoop(handlers, '2010BA', subscriber, (fill) => (open, segment) => fill(open.subscriber, segment, open));
  readLoop(handlers, '2010CA', patient, (fill) => (open, segment) => fill(open.patientRecord, segment, open));
  readLoop(handlers, '2300', professionalClaim, (fill) => (open, segment) => fill(open.claim, segment, open));
  Object.assign(handlers.enter, {
    '2000A': (open, segment) => open.openBillingProvider(segment),
    '2010AA': (open, segment) => notePosition(open.billingProvider, segment),
    '2000B': (open, segment) => open.openSubscriber(segment),
    '2010BA': (open, segment) => notePosition(open.subscriber, segment),
    '2000C': (open, segment) => open.openPatient(segment),
    '2010CA': (open, segment) => notePosition(open.patientRecord, segment),
    '2300': (open, segment) => open.openClaim(segment),
  } satisfies LoopHandlers['enter']);
  return handlers;
}
