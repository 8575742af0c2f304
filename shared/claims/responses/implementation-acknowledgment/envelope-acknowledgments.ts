import type { FileListener } from '#x12/engine/consumer.ts';
import type { Batch } from '../../claim/batch.ts';
import type { FileRun } from '../../files/file-run.ts';
import { itemOfAcknowledgment } from '../../unmatched/new-items.ts';
import { findOrStore, finishResponse } from '../engine/find-or-store.ts';
import { ItemQueue } from '../engine/item-queue.ts';
import type { ByteRange, ResponseParts, ResponseReading } from '../engine/response-processor.ts';
import type { BatchVerdicts } from './batch-verdicts.ts';
import { type AcknowledgmentEnvelopes, chooseBatch } from './choose-batch.ts';
import {
  type EnvelopeAcknowledgmentPorts,
  noVerdicts,
  type StoredEnvelopeAcknowledgment,
  type StoredSetAcknowledgment,
} from './stored-acknowledgment.ts';
import { inDoubt, type VerdictInBatch, verdictRules } from './verdict-rules.ts';

export interface EnvelopeType<Received> {
  readonly kind: '999' | 'TA1';
  listen(run: FileRun, parts: ResponseParts<Received, never, undefined>): FileListener;
  /** The same acknowledgment has the same id in every file. */
  idOf(received: Received): string;
  envelopesOf(received: Received): AcknowledgmentEnvelopes;
  /** Batches with the acknowledged number; undefined when a group without claims is acknowledged. */
  findBatches(received: Received): Promise<readonly Batch[]> | undefined;
  /** Whether an acknowledgment of one batch is about the other too. */
  areTogether(one: Batch, other: Batch): boolean;
  verdictsOn(received: Received, batch: Batch): Promise<BatchVerdicts>;
  newRecord(received: Received, shared: NewAcknowledgment): StoredEnvelopeAcknowledgment;
  setsOf(received: Received): readonly StoredSetAcknowledgment[];
}

/** Fields of a new 999 or TA1 that do not depend on its type. */
export type NewAcknowledgment = Pick<
  StoredEnvelopeAcknowledgment,
  'id' | 'file_id' | 'received_at' | 'state' | 'applied' | 'claim_counts' | 'batch_ids' | 'match' | 'findings'
>;

type ChosenBatches = Pick<StoredEnvelopeAcknowledgment, 'batch_ids' | 'match'> & {
  readonly difference?: BatchVerdicts['findings'][number];
};

interface Verdicts {
  readonly verdicts: readonly VerdictInBatch[];
  readonly findings: BatchVerdicts['findings'];
}

/** Processes 999 or TA1: finds the batches of each one and applies its verdicts to their claims. */
export function envelopeAcknowledgments<Received>(
  ports: EnvelopeAcknowledgmentPorts,
  type: EnvelopeType<Received>,
): ResponseReading<Received, never, undefined> {
  const { acknowledgments } = ports;
  return {
    kind: type.kind,
    unit: 'response',
    listen: (run, parts) => type.listen(run, parts),
    async open(run, received) {
      const id = type.idOf(received);
      let known: Verdicts | undefined;
      const response = await findOrStore(run, acknowledgments, { id }, async () => {
        const found = await type.findBatches(received);
        // The choice is stored before it has effects, because a later choice could differ.
        const { difference, ...chosen } = await choose(ports, type, received, found);
        known = await verdictsOf(type, received, chosen, found);
        await storeSets(run, id, type.kind, type.setsOf(received));
        const { id: file_id, received_at } = run.file;
        const progress = { state: 'applying', applied: 0, claim_counts: noVerdicts } as const;
        const findings = difference === undefined ? known.findings : [difference, ...known.findings];
        return type.newRecord(received, { id, file_id, received_at, ...progress, ...chosen, findings });
      });
      return {
        take: async () => {},
        close: async (_, range) => {
          const isDone = response.state === 'applied';
          const found = known === undefined && !isDone ? await type.findBatches(received) : undefined;
          const { verdicts } = known ?? (await verdictsOf(type, received, response, found));
          // A TA1 is one segment, so the content after it is not applied yet.
          const { from, to } = type.kind === 'TA1' ? { from: range.from, to: range.from } : range;
          await applyVerdicts(run, ports, response, verdicts, { from, to });
        },
      };
    },
  };
}

async function choose<Received>(
  { acknowledgments, isReceiver }: EnvelopeAcknowledgmentPorts,
  type: EnvelopeType<Received>,
  received: Received,
  found: readonly Batch[] | undefined,
): Promise<ChosenBatches> {
  if (found === undefined) return { batch_ids: [], match: { by: 'not_claims', candidates: [] } };
  const ids = found.map(({ id }) => id);
  const acknowledged = await acknowledgments.findAcknowledged(ids, type.kind);
  const firsts = found.filter(
    (batch, at) => found.findIndex((other) => type.areTogether(batch, other)) === at,
  );
  const choice = chooseBatch(firsts, type.envelopesOf(received), { acknowledged, isReceiver });
  if (!('batch' in choice)) return { batch_ids: [], match: { by: choice.by, candidates: choice.candidates } };
  const batches = found.filter((batch) => type.areTogether(batch, choice.batch));
  return {
    batch_ids: batches.map(({ id }) => id),
    match: { by: choice.by, candidates: [] },
    ...(choice.by === 'number' && { difference: otherIds(choice.differing) }),
  };
}

const otherIds = (elements: readonly string[]) => ({
  code: 'partners_differ',
  message: `${elements.join(', ')} ${elements.length === 1 ? 'is' : 'are'} not as sent; matched by the number and the other ids`,
});

/** Returns the verdicts, in the same order in each run. If several batches match, a rejected claim of any is in doubt. */
async function verdictsOf<Received>(
  type: EnvelopeType<Received>,
  received: Received,
  { batch_ids, match }: ChosenBatches,
  found: readonly Batch[] = [],
): Promise<Verdicts> {
  const isAmbiguous = match.by === 'ambiguous';
  const firsts = found.filter(({ id }) => (isAmbiguous ? match.candidates : batch_ids).includes(id));
  const batches = found.filter((batch) => firsts.some((first) => type.areTogether(batch, first)));
  const verdicts: VerdictInBatch[] = [];
  const findings: BatchVerdicts['findings'][number][] = [];
  for (const batch of batches) {
    const own = await type.verdictsOn(received, batch);
    if (isAmbiguous) verdicts.push(...inDoubt(batch, own.claims, firsts.length));
    else verdicts.push(...own.claims.map((verdict) => ({ batch, verdict })));
    if (!isAmbiguous) findings.push(...own.findings);
  }
  return { verdicts, findings };
}

/** Characters of JSON in one item, which holds 400 kB. */
const maxCharacters = 200_000;

async function storeSets(
  run: FileRun,
  id: string,
  kind: '999' | 'TA1',
  sets: readonly StoredSetAcknowledgment[],
): Promise<void> {
  let part: StoredSetAcknowledgment[] = [];
  let length = 0;
  let n = 0;
  const storePart = async () => {
    const writes = [{ kind: 'acknowledged-sets', id, n: n++, sets: part }] as const;
    if (part.length > 0) await run.commit(kind, { units: 0, entries: [], writes });
    part = [];
    length = 0;
  };
  for (const set of sets) {
    const size = JSON.stringify(set).length;
    if (length + size > maxCharacters) await storePart();
    part.push(set);
    length += size;
  }
  await storePart();
}

/** Applies verdicts from where an earlier run has stopped, and counts the acknowledgment as one unit of the file. */
async function applyVerdicts(
  run: FileRun,
  ports: EnvelopeAcknowledgmentPorts,
  response: StoredEnvelopeAcknowledgment,
  verdicts: readonly VerdictInBatch[],
  { from, to }: ByteRange,
): Promise<void> {
  const positionAfter = (_: VerdictInBatch, applied: number) =>
    from + ((to - from) * applied) / verdicts.length;
  const rules = verdictRules(run, ports, response);
  const queue = new ItemQueue(run, rules, response, { before: 0, unitsPerItem: 0, positionAfter });
  for (const verdict of verdicts) await queue.add(verdict);
  const applied = await queue.finish();
  run.setPosition(to);
  const { id: acknowledgmentId, batch_ids } = response;
  const writes = batch_ids.flatMap((batchId) =>
    acknowledgedTypes(response).map((by) => {
      return { kind: 'batch-acknowledged', batchId, by, acknowledgmentId } as const;
    }),
  );
  const item = itemOfAcknowledgment(applied);
  const writesItem = item === undefined ? [] : [{ kind: 'unmatched-item', item } as const];
  await finishResponse(run, ports.acknowledgments, applied, { units: 1, writes: [...writes, ...writesItem] });
}

/** After a TA1 that refuses the interchange, no 999 follows. */
const acknowledgedTypes = ({ kind, verdict }: StoredEnvelopeAcknowledgment): readonly ('999' | 'TA1')[] =>
  kind === 'TA1' && verdict === 'rejected' ? ['TA1', '999'] : [kind];
