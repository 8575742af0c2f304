import { createHash } from 'node:crypto';
import type { JsonValue } from '#audit/entries/canonical-json.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import type { BatchLookup } from '../files/claim-lookup.ts';
import type { ItemRun } from '../files/item-queue.ts';
import type { StoredEnvelopeAcknowledgment } from './stored-acknowledgment.ts';
import type { VerdictInBatch } from './verdict-rules.ts';

interface Applied {
  readonly run: Pick<ItemRun, 'actor' | 'commit'>;
  readonly batches: Pick<BatchLookup, 'acceptancesOf'>;
  readonly acknowledgment: StoredEnvelopeAcknowledgment;
  /** Goes to the audit entry of a batch. */
  readonly by?: Readonly<Record<string, JsonValue>>;
}

/**
 * Applies refusals first, because an acceptance of a batch counts for its claims without one. Then the acceptance is recorded, before
 * the claims that it concerns are read: a refusal in another file depends on what is recorded.
 */
export async function applyInOrder<Response>(
  queue: { add(verdict: VerdictInBatch): Promise<void>; finish(): Promise<Response> },
  verdicts: readonly VerdictInBatch[],
  applied: Applied,
): Promise<Response> {
  const isAcceptance = ({ verdict }: VerdictInBatch) => verdict.verdict === 'accepted';
  const accepted = verdicts.filter(isAcceptance);
  for (const one of verdicts) if (!isAcceptance(one)) await queue.add(one);
  await queue.finish();
  for (const [batch, own] of Map.groupBy(accepted, (one) => one.batch.id)) {
    await retryOnConflict(() => recordAcceptance(batch, own, applied));
  }
  for (const one of accepted) await queue.add(one);
  return queue.finish();
}

/** Those that come after them add nothing that a claim shows. */
const maxAcceptances = 100;

/**
 * Records once that a 999 accepts claims of a batch, with one audit entry: number of the claims, and SHA-256 of their ids in the order
 * of the batch, each with a line end.
 */
async function recordAcceptance(
  batch: string,
  accepted: readonly VerdictInBatch[],
  { run, batches, acknowledgment, by = {} }: Applied,
): Promise<void> {
  const { id, kind, received_at, written_on, written_at, application_sender } = acknowledgment;
  const known = (await batches.acceptancesOf([batch])).get(batch);
  const before = known?.accepted_by ?? [];
  if (before.some((one) => one.id === id) || before.length >= maxAcceptances) return;
  const hash = createHash('sha256');
  for (const { verdict } of accepted) hash.update(`${verdict.claim_id}\n`);
  const payload = {
    acknowledgment: kind,
    acknowledgment_id: id,
    claims: accepted.length,
    claims_sha256: hash.digest('hex'),
    ...by,
  };
  const entry = { event_type: 'batch.acknowledged', entity_type: 'batch', entity_id: batch };
  const acceptance = {
    id,
    kind,
    received_at,
    written_on,
    application_sender,
    ...(written_at && { written_at }),
  };
  const version = (known?.version ?? 0) + 1;
  const acceptances = { batch_id: batch, version, accepted_by: [...before, acceptance] };
  await run.commit(kind, {
    units: 0,
    entries: [{ ...entry, actor: run.actor, payload }],
    writes: [{ kind: 'batch-accepted', acceptances }],
  });
}
