import type { Submission } from '#claims/submissions/submission.ts';
import { findClaims } from '#store/claims/claims/claims.ts';
import { submissionStore } from '#store/claims/submissions/submissions.ts';
import type { LocalStores } from '../local-stores.ts';

/** Stores a submission that has sent nothing yet, and reserves claims for it. Returns how it ends. */
export async function reserveFor(
  { claims, audit }: Pick<LocalStores, 'claims' | 'audit'>,
  id: string,
  claimIds: readonly string[],
): Promise<(state: 'abandoned' | 'recorded') => Promise<void>> {
  const store = submissionStore(claims, audit);
  const submission = openSubmission(id);
  await store.create(submission, []);
  const missing = await store.reserve(id, await findClaims(claims, claimIds));
  if (missing.length > 0) throw new Error('Some of the claims cannot be reserved');
  return (state) => store.update(submission, { ...submission, state });
}

export const openSubmission = (id: string): Submission => ({
  ...{ id, state: 'preparing', payer_id: 'CO_TXIX', file_name: `${id}.x12`, transport: 'stub' },
  ...{ trading_partner_id: 'PARTNER', object_key: `submissions/${id}`, size: 1, sha256: '00' },
  ...{ interchange_control_number: '000000001', group_control_number: '1', reference: id, batch_id: id },
  ...{ claim_count: 1, total_charge: 100, created_at: '2026-03-15T18:00:00.000Z', created_by: 'test' },
  ...{ recorded_count: 0, attempts: 0, billing_npis: [], run: id, lease_until: Date.parse('2100-01-01') },
});
