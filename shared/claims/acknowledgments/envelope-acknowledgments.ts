import { createHash } from 'node:crypto';
import type { Batch, SetClaim, SetClaims } from '#claims/claims/batch.ts';
import { deterministicId } from '#claims/deterministic-id.ts';
import type { FileRun } from '#claims/files/file-run.ts';
import { ItemQueue } from '#claims/files/item-queue.ts';
import { codeOrMask } from '#claims/files/response-json.ts';
import type { ByteRange, ResponseParts, ResponseReading } from '#claims/files/response-processor.ts';
import { findOrStore, finishResponse } from '#claims/files/stored-response.ts';
import { itemOfAcknowledgment } from '#claims/unmatched/new-items.ts';
import type { ImplementationAcknowledgment } from '#x12/999/functional-group-response.ts';
import { listenForImplementationAcknowledgments } from '#x12/999/read-999.ts';
import type {
  FileListener,
  GroupHeader,
  InterchangeAcknowledgment,
  InterchangeHeader,
} from '#x12/engine/consumer.ts';
import { codeWithText, interchangeNotes } from './acknowledgment-codes.ts';
import { applyInOrder } from './apply-in-order.ts';
import { type BatchSet, type BatchVerdicts, type ClaimVerdict, verdictsOnBatch } from './batch-verdicts.ts';
import { type AcknowledgmentEnvelopes, chooseBatch } from './choose-batch.ts';
import {
  type EnvelopeAcknowledgmentPorts,
  implementationAcknowledgmentFacts,
  interchangeAcknowledgmentFacts,
  noVerdicts,
  type StoredEnvelopeAcknowledgment,
  type StoredSetAcknowledgment,
  storedSetAcknowledgment,
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
  const applied = await applyInOrder(queue, verdicts, {
    run,
    batches: ports.batches,
    acknowledgment: response,
  });
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
export const acknowledgedTypes = ({
  kind,
  verdict,
}: StoredEnvelopeAcknowledgment): readonly ('999' | 'TA1')[] =>
  kind === 'TA1' && verdict === 'rejected' ? ['TA1', '999'] : [kind];

interface Received999 {
  readonly received: ImplementationAcknowledgment;
  readonly group: GroupHeader;
}

/** The 999: each of its sets acknowledges one functional group. */
export const implementationAcknowledgments = ({
  batches,
}: Pick<EnvelopeAcknowledgmentPorts, 'batches'>): EnvelopeType<Received999> => ({
  kind: '999',
  listen(run, parts) {
    let group: GroupHeader | undefined;
    const sets = listenForImplementationAcknowledgments((received) => {
      if (group === undefined) return;
      parts.begin({ received, group }, received.position.offset);
      parts.end(undefined);
    });
    return {
      set: (context) => {
        if (!run.isSound(context)) return undefined;
        group = context.group;
        return sets.set?.(context);
      },
    };
  },
  idOf({ received, group }) {
    const { interchange, setControlNumber, position, ...content } = received;
    const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
    const { sender, controlNumber } = interchange;
    return deterministicId('999', sender, controlNumber, group.controlNumber, setControlNumber, digest);
  },
  envelopesOf: ({ received: { interchange }, group }) => ({ interchange, group }),
  findBatches: ({ received: { functionalId, controlNumber } }) =>
    functionalId === 'HC' ? batches.findByGroup(controlNumber) : undefined,
  areTogether: (one, other) => one.id === other.id,
  verdictsOn: async ({ received }, { id }) => verdictsOnBatch(received, await setsOf(batches.claimsOf(id))),
  newRecord: ({ received, group }, shared) => ({
    ...shared,
    ...implementationAcknowledgmentFacts(received, group, shared.received_at),
  }),
  setsOf: ({ received }) => received.sets.map(storedSetAcknowledgment),
});

/** The sets of a batch with all their claims. */
export async function setsOf(parts: AsyncIterable<SetClaims>): Promise<readonly BatchSet[]> {
  const sets = new Map<string, SetClaim[]>();
  for await (const { set, claims } of parts) {
    const known = sets.get(set);
    if (known === undefined) sets.set(set, [...claims]);
    else known.push(...claims);
  }
  return [...sets].map(([set, claims]) => ({ set, claims }));
}

interface ReceivedTa1 {
  readonly ta1: InterchangeAcknowledgment;
  readonly interchange: InterchangeHeader;
}

/** The TA1: a refused interchange refuses all its claims. */
export const interchangeAcknowledgments = ({
  batches,
}: Pick<EnvelopeAcknowledgmentPorts, 'batches'>): EnvelopeType<ReceivedTa1> => ({
  kind: 'TA1',
  listen: (run, parts) => ({
    interchangeAcknowledgment(ta1, interchange) {
      if (!run.isSoundInterchange(interchange)) return;
      parts.begin({ ta1, interchange }, ta1.offset);
      parts.end(undefined);
    },
  }),
  idOf({ ta1, interchange: { sender, controlNumber } }) {
    const { date, time, code, note } = ta1;
    return deterministicId('TA1', sender, controlNumber, ta1.controlNumber, date, time, code, note);
  },
  envelopesOf: ({ interchange }) => ({ interchange }),
  findBatches: ({ ta1 }) => batches.findByInterchange(ta1.controlNumber),
  // An interchange may hold several groups.
  areTogether: (one, other) =>
    one.direction === other.direction &&
    one.file_id === other.file_id &&
    one.submission_id === other.submission_id,
  verdictsOn: async ({ ta1 }, { id }) => ({
    claims: await refusedClaims(ta1, batches.claimsOf(id)),
    findings: [],
  }),
  newRecord: ({ ta1, interchange }, shared) => ({
    ...shared,
    ...interchangeAcknowledgmentFacts(ta1, interchange, shared.received_at),
  }),
  setsOf: () => [],
});

/** The verdicts of a TA1 on the claims of a batch. The 999 decides about the claims of an accepted interchange. */
export async function refusedClaims(
  { code, note }: Pick<InterchangeAcknowledgment, 'code' | 'note'>,
  sets: AsyncIterable<SetClaims>,
): Promise<readonly ClaimVerdict[]> {
  if (code !== 'R') return [];
  const errors = [`interchange ${codeWithText(interchangeNotes, codeOrMask(note))}`];
  const verdicts: ClaimVerdict[] = [];
  for await (const { set, claims } of sets) {
    for (const { claim_id, patient_control_number } of claims) {
      const place = { claim_id, patient_control_number, set };
      verdicts.push({ ...place, verdict: 'rejected', role: 'collateral', errors });
    }
  }
  return verdicts;
}
