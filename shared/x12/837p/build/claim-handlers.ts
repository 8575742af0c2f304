import type { LoopNode, SegmentNode, SetConsumer } from '../../engine/consumer.ts';
import { compiledGuide } from '../../guide/compile.ts';
import { guide837p } from '../../guides/837p.ts';
import type { Segment } from '../../reader/segment.ts';
import { once } from '../../values/once.ts';
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

/** Handlers by number of a segment or loop. */
interface HandlerTables {
  readonly segments: readonly (Handler | undefined)[];
  readonly enter: readonly (Handler | undefined)[];
  readonly claimLoop: number | undefined;
}

/** Compiled at the first 837P set. */
export const claimHandlers: () => HandlerTables = once(() => {
  const reader = new LoopReader();
  reader.add('', transaction, 'open.transaction');
  reader.add('2010AA', billingProvider, 'open.billingProvider');
  reader.add('2010BA', subscriber, 'open.subscriber');
  reader.add('2010CA', patient, 'open.patientRecord');
  reader.add('2300', professionalClaim, 'open.claim');
  const handlers = reader.compile();
  const { segments, loops } = compiledGuide(guide837p);
  return {
    segments: byNumber(segments, handlers.segments),
    enter: byNumber(loops, new Map([...handlers.enter, ...Object.entries(levels)])),
    claimLoop: loops.get('2300')?.number,
  };
});

function byNumber(
  nodes: ReadonlyMap<string, { readonly number: number }>,
  named: HandlersByName,
): readonly (Handler | undefined)[] {
  const table: (Handler | undefined)[] = Array.from({ length: nodes.size + 1 }, () => undefined);
  for (const [path, { number }] of nodes) table[number] = named.get(path);
  return table;
}

/** Reads the claims of one set. A segment costs one lookup and one call, because large files have many. */
export class BuildingConsumer implements SetConsumer {
  private readonly handlers: HandlerTables;
  private readonly open: OpenLoops;

  constructor(handlers: HandlerTables, open: OpenLoops) {
    this.handlers = handlers;
    this.open = open;
  }

  enter(loop: LoopNode, segment: Segment): void {
    this.handlers.enter[loop.number]?.(this.open, segment);
  }

  segment(node: SegmentNode, segment: Segment): void {
    this.handlers.segments[node.number]?.(this.open, segment);
  }

  leave(loop: LoopNode, isComplete: boolean): void {
    if (loop.number === this.handlers.claimLoop) handOut(this.open, isComplete);
  }
}
