import { applyInOrder } from '#claims/acknowledgments/apply-in-order.ts';
import { type ClaimVerdict, verdictsOnBatch } from '#claims/acknowledgments/batch-verdicts.ts';
import {
  acknowledgedTypes,
  refusedClaims,
  setsOf,
} from '#claims/acknowledgments/envelope-acknowledgments.ts';
import {
  type EnvelopeAcknowledgmentPorts,
  noVerdicts,
  type StoredEnvelopeAcknowledgment,
  type StoredSetAcknowledgment,
} from '#claims/acknowledgments/stored-acknowledgment.ts';
import { type VerdictInBatch, verdictRules } from '#claims/acknowledgments/verdict-rules.ts';
import type { Change } from '#claims/change.ts';
import type { Batch } from '#claims/claims/batch.ts';
import type { ClaimChange } from '#claims/claims/claim-change.ts';
import { TimeUp } from '#claims/files/file-run.ts';
import { ItemQueue, type ItemRun } from '#claims/files/item-queue.ts';
import type { ResponseWrite } from '#claims/files/response-write.ts';
import { finishResponse } from '#claims/files/stored-response.ts';
import type { AmountsByHand } from '#claims/remittances/amounts-by-hand.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { byHand, type Deciding, decisionBy } from './claims-of-item.ts';
import type { attachUnmatched } from './contract.ts';
import { itemEntry } from './settle-item.ts';
import { decided, type UnmatchedItem } from './unmatched-item.ts';

type Decision = Pick<Deciding, 'reason' | 'note'>;

/**
 * Reads what an item is to be attached to: a claim, or a batch for a 999 or TA1.
 *
 * @throws ApiError validation_failed
 */
export function attachRequest(
  { kind }: UnmatchedItem,
  {
    claim_id,
    batch_id,
    reason,
    note,
    paid,
    patient_responsibility,
    outcome,
  }: ValidInput<typeof attachUnmatched>['body'],
):
  | (Decision & { readonly batchId: string })
  | (Decision & { readonly claimId: string; readonly amounts: AmountsByHand }) {
  const isEnvelope = kind === 'acknowledgment';
  const [target, other] = isEnvelope ? [batch_id, claim_id] : [claim_id, batch_id];
  const [name, otherName] = isEnvelope ? ['batch_id', 'claim_id'] : ['claim_id', 'batch_id'];
  if (target === undefined) throw invalid('required', name, `Send ${name} for an item of kind ${kind}`);
  if (other !== undefined) throw invalid('not_allowed', otherName, `Not allowed for an item of kind ${kind}`);
  const amounts = { paid: cents(paid), patient_responsibility: cents(patient_responsibility), outcome };
  const given = Object.entries(amounts).find(([, value]) => value !== undefined)?.[0];
  if (kind !== 'payment' && given !== undefined)
    throw invalid('not_allowed', given, 'Allowed for a payment only');
  return isEnvelope ? { batchId: target, reason, note } : { claimId: target, reason, note, amounts };
}

const cents = (amount: number | undefined): number | undefined =>
  amount === undefined ? undefined : Math.round(amount * 100);

const invalid = (code: 'required' | 'not_allowed', name: string, message: string) =>
  new ApiError('validation_failed', { details: [{ path: ['body', name], message, code }] });

export interface AttachAcknowledgmentPorts extends Omit<EnvelopeAcknowledgmentPorts, 'isReceiver'> {
  findBatch(id: string): Promise<Batch | undefined>;
  readSets(acknowledgmentId: string): Promise<readonly StoredSetAcknowledgment[]>;
  write(change: Change): Promise<void>;
  isTimeUp(): boolean;
}

/**
 * Applies a 999 or TA1 to all claims of the batch that a person chose, in several transactions. A call whose time is up
 * leaves the rest to its repetition.
 *
 * @throws ApiError unknown_claim without such a batch, unmatched_item_state while it is attached to another batch,
 * file_in_work when time is up
 */
export async function attachAcknowledgment(
  ports: AttachAcknowledgmentPorts,
  item: UnmatchedItem,
  batchId: string,
  by: Deciding,
): Promise<UnmatchedItem> {
  const [batch, known] = await Promise.all([
    ports.findBatch(batchId),
    ports.acknowledgments.find(item.response_id),
  ]);
  if (batch === undefined)
    throw new ApiError('unknown_claim', { message: 'The batch to attach was not found' });
  if (known === undefined) throw new ApiError('unmatched_item_state');
  const batches = await together(ports, known.kind, batch);
  const stored = known.batch_ids.length === 0 ? await reopened(ports, item, known, batches, by) : known;
  if (!stored.batch_ids.includes(batch.id)) {
    throw new ApiError('unmatched_item_state', {
      message: `The acknowledgment is being attached to batch ${stored.batch_ids.join(', ')}; repeat that request`,
    });
  }
  const { reason } = by;
  const decision = decisionBy(by, 'attached');
  const after = decided(item, 'resolved', { ...decision, batch_id: batch.id });
  const settled: ResponseWrite = { kind: 'unmatched-item', item: after, replaces: item.version };
  const run = runOf(ports, by);
  const rules = verdictRules(run, ports, stored);
  const decide: typeof rules.decide = (...given) => {
    const outcome = rules.decide(...given);
    const changes = (outcome.changes ?? []).map((change) => marked(change, byHand(item, reason)));
    return { ...outcome, changes };
  };
  const queue = new ItemQueue(run, { ...rules, decide }, stored, {
    before: stored.attached_after ?? 0,
    unitsPerItem: 0,
    positionAfter: () => 0,
  });
  try {
    const verdicts: VerdictInBatch[] = [];
    for (const one of batches) {
      const own = await verdictsOf(ports, stored, one);
      verdicts.push(...own.map((verdict) => ({ batch: one, verdict })));
    }
    const by = byHand(item, reason);
    const applied = await applyInOrder(queue, verdicts, {
      ...{ run, batches: ports.batches, acknowledgment: stored, by },
    });
    const acknowledged = batches.flatMap(({ id: batchId }) =>
      acknowledgedTypes(stored).map(
        (type) => ({ kind: 'batch-acknowledged', batchId, by: type, acknowledgmentId: stored.id }) as const,
      ),
    );
    const writes = [...acknowledged, settled];
    await finishResponse(run, ports.acknowledgments, applied, { units: 0, writes });
  } catch (error) {
    if (!(error instanceof TimeUp)) throw error;
    throw new ApiError('file_in_work', {
      message: 'The batch is large; repeat the request to continue',
      retryAfterSeconds: 1,
    });
  }
  return after;
}

function marked(change: ClaimChange, by: ReturnType<typeof byHand>): ClaimChange {
  const { payload } = change.entry;
  const known = typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? payload : {};
  return { ...change, entry: { ...change.entry, payload: { ...known, ...by } } };
}

/** A TA1 is about all groups of its interchange. */
async function together(
  { batches }: AttachAcknowledgmentPorts,
  kind: StoredEnvelopeAcknowledgment['kind'],
  batch: Batch,
): Promise<readonly Batch[]> {
  if (kind === '999') return [batch];
  const found = await batches.findByInterchange(batch.interchange.control_number);
  return found.filter(
    ({ direction, file_id, submission_id }) =>
      direction === batch.direction && file_id === batch.file_id && submission_id === batch.submission_id,
  );
}

/** Stores the choice before it has effects. */
async function reopened(
  ports: AttachAcknowledgmentPorts,
  item: UnmatchedItem,
  known: StoredEnvelopeAcknowledgment,
  batches: readonly Batch[],
  by: Deciding,
): Promise<StoredEnvelopeAcknowledgment> {
  const acknowledgment: StoredEnvelopeAcknowledgment = {
    ...known,
    state: 'applying',
    batch_ids: batches.map(({ id }) => id),
    match: { by: 'hand', candidates: known.match.candidates },
    claim_counts: noVerdicts,
    attached_after: known.applied,
  };
  const writes = [{ kind: 'acknowledgment-reopened', acknowledgment } as const];
  await ports.write({ entries: [itemEntry(item, 'unmatched.attached', by)], writes });
  return acknowledgment;
}

function runOf({ write, isTimeUp }: AttachAcknowledgmentPorts, { actor, now }: Deciding): ItemRun {
  return {
    actor,
    now: () => now,
    setPosition: () => {},
    async commit(_, { entries, writes }) {
      if (isTimeUp()) throw new TimeUp();
      await write({ entries, writes });
    },
  };
}

async function verdictsOf(
  { batches, readSets }: AttachAcknowledgmentPorts,
  stored: StoredEnvelopeAcknowledgment,
  { id }: Batch,
): Promise<readonly ClaimVerdict[]> {
  if (stored.kind === 'TA1') return refusedClaims(stored, batches.claimsOf(id));
  const group = {
    functionalId: stored.acknowledged.functional_id,
    controlNumber: stored.acknowledged.group_control_number,
    version: stored.acknowledged.version,
    code: stored.code,
    accepted: stored.verdict === 'accepted',
    errors: stored.errors,
    included: stored.sets_included,
    received: stored.sets_received,
    acceptedCount: stored.sets_accepted,
    sets: (await readSets(stored.id)).map(receivedSet),
  };
  return verdictsOnBatch(group, await setsOf(batches.claimsOf(id))).claims;
}

/** A stored set as it was received, without bad values and contexts. */
const receivedSet = ({ set_control_number, segments, segment_count, ...set }: StoredSetAcknowledgment) => ({
  ...set,
  controlNumber: set_control_number,
  implementation: '',
  segments: segments.map(({ patient_control_number: number, elements, ...segment }) => ({
    ...segment,
    reference: '',
    triggers: [],
    businessUnit: number === undefined ? [] : [{ name: 'CLM01', value: number }],
    elements: elements.map(({ data_element, element, component, repetition, code }) => ({
      ...{ element, component, repetition, code, ref: data_element, value: '', reference: '', triggers: [] },
    })),
  })),
});
