import type { SetConsumer } from '../../engine/consumer.ts';
import { compiledGuide } from '../../guide/compile.ts';
import { guide837p } from '../../guides/837p.ts';
import { professionalClaim, transaction } from '../model/claim.ts';
import { billingProvider, patient, subscriber } from '../model/party.ts';
import { type Handler, type HandlersByName, LoopReader } from './loop-reader.ts';
import { handOut, notePosition, type OpenLoops } from './open-loops.ts';

/** Handlers of the levels above a claim, by id of a loop. */
const levels: Readonly<Record<string, Handler>> = {
  '2000A': (open, segment) => open.openBillingProvider(segment),
  '2010AA': (open, segment) => notePosition(open.billingProvider, segment),
  '2000B': (open, segment) => open.openSubscriber(segment),
  '2010BA': (open, segment) => notePosition(open.subscriber, segment),
  '2000C': (open, segment) => open.openPatient(segment),
  '2010CA': (open, segment) => notePosition(open.patientRecord, segment),
  '2300': (open, segment) => open.openClaim(segment),
};

const loops = new LoopReader();
loops.add('', transaction, 'open.transaction');
loops.add('2010AA', billingProvider, 'open.billingProvider');
loops.add('2010BA', subscriber, 'open.subscriber');
loops.add('2010CA', patient, 'open.patientRecord');
loops.add('2300', professionalClaim, 'open.claim');
const handlers = loops.compile();

const guide = compiledGuide(guide837p);
const segmentHandlers = byNumber(guide.segments, handlers.segments);
const enterHandlers = byNumber(guide.loops, new Map([...handlers.enter, ...Object.entries(levels)]));
const claimLoop = guide.loops.get('2300')?.number;

function byNumber(
  nodes: ReadonlyMap<string, { readonly number: number }>,
  named: HandlersByName,
): readonly (Handler | undefined)[] {
  const table: (Handler | undefined)[] = Array.from({ length: nodes.size + 1 }, () => undefined);
  for (const [path, { number }] of nodes) table[number] = named.get(path);
  return table;
}

/** Reads the claims of one set. A segment costs one lookup and one call, because large files have many. */
export function buildingConsumer(open: OpenLoops): SetConsumer {
  return {
    enter: ({ number }, segment) => enterHandlers[number]?.(open, segment),
    segment: ({ number }, segment) => segmentHandlers[number]?.(open, segment),
    leave({ number }, isComplete) {
      if (number === claimLoop) handOut(open, isComplete);
    },
  };
}
