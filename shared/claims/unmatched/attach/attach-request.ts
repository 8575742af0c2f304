import type { attachUnmatched } from '#contract/claims/unmatched/unmatched.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import type { PostedByHand } from '../../responses/remittance/apply-payment.ts';
import type { Deciding } from '../settle/claims-of-item.ts';
import type { UnmatchedItem } from '../unmatched-item.ts';

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
  | (Decision & { readonly claimId: string; readonly amounts: PostedByHand }) {
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
