import type { SetConsumer } from '../../engine/consumer.ts';
import { compiledGuide } from '../../guide/compile.ts';
import { guide837p } from '../../guides/837p.ts';
import { professionalClaim, transaction } from '../model/claim.ts';
import type { OpenRecord } from '../model/empty-record.ts';
import { billingProvider, patient, subscriber } from '../model/party.ts';
import { type LoopHandlers, readLoop } from './loop-reader.ts';
import {
  billingProviderSlot,
  claimSlot,
  type Fill,
  type Handler,
  handOut,
  notePosition,
  type OpenLoops,
  subscriberSlot,
  transactionSlot,
} from './open-loops.ts';

/** Handlers that read the typed claims of an 837P: by the descriptions in model/, and the levels above a claim. */
function claimHandlers(): LoopHandlers {
  const handlers: LoopHandlers = { segments: {}, enter: {} };
  const into = (slot: number) => (fill: Fill) => ({ slot, fill });
  readLoop(handlers, '', transaction, into(transactionSlot));
  readLoop(handlers, '2010AA', billingProvider, into(billingProviderSlot));
  readLoop(handlers, '2010BA', subscriber, into(subscriberSlot));
  readLoop(handlers, '2010CA', patient, (fill) => ({
    slot: claimSlot,
    fill: (_, segment, open) => fill(open.patientRecord, segment, open),
  }));
  readLoop(handlers, '2300', professionalClaim, into(claimSlot));
  const levels: Record<string, Fill> = {
    '2000A': (_, segment, open) => open.openBillingProvider(segment),
    '2010AA': notePosition,
    '2000B': (_, segment, open) => open.openSubscriber(segment),
    '2010BA': notePosition,
    '2000C': (_, segment, open) => open.openPatient(segment),
    '2010CA': (_, segment, open) => notePosition(open.patientRecord, segment),
    '2300': (_, segment, open) => open.openClaim(segment),
  };
  const slots: Record<string, number> = { '2010AA': billingProviderSlot, '2010BA': subscriberSlot };
  for (const [id, fill] of Object.entries(levels))
    handlers.enter[id] = { slot: slots[id] ?? claimSlot, fill };
  return handlers;
}

const guide = compiledGuide(guide837p);
const handlers = claimHandlers();
const claimLoop = guide.loops.get('2300')?.number;

/** Functions and slots of handlers by the number of a segment or loop. */
interface HandlerTable {
  readonly fills: readonly (Fill | undefined)[];
  readonly slots: Uint8Array;
}

function byNumber(
  nodes: ReadonlyMap<string, { readonly number: number }>,
  named: Readonly<Record<string, Handler>>,
): HandlerTable {
  const fills: (Fill | undefined)[] = Array.from({ length: nodes.size + 1 }, () => undefined);
  const slots = new Uint8Array(fills.length);
  for (const [path, { number }] of nodes) {
    fills[number] = named[path]?.fill;
    slots[number] = named[path]?.slot ?? 0;
  }
  return { fills, slots };
}

const { fills, slots } = byNumber(guide.segments, handlers.segments);
const enter = byNumber(guide.loops, handlers.enter);

/** Reads the claims of one set. A segment costs one lookup and one call, because large files have many. */
export function buildingConsumer(open: OpenLoops): SetConsumer {
  const { records } = open;
  return {
    enter({ number }, segment) {
      const fill = enter.fills[number];
      if (fill !== undefined) fill(recordAt(records, enter.slots[number]), segment, open);
    },
    segment({ number }, segment) {
      const fill = fills[number];
      if (fill !== undefined) fill(recordAt(records, slots[number]), segment, open);
    },
    leave({ number }, isComplete) {
      if (number === claimLoop) handOut(open, isComplete);
    },
  };
}

function recordAt(records: readonly OpenRecord[], slot = 0): OpenRecord {
  return records[slot] ?? {};
}
