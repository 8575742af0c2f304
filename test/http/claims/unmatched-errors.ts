import { randomUUID } from 'node:crypto';
import { newNumber } from '../../fixtures/claims/claim-input.ts';
import { type ApiResponse, post } from '../stack/api-client.ts';
import { biller, postClaim, unmatchedPayment } from './claims-api.ts';

const newItem = () => unmatchedPayment(newNumber('PA'));

/** Decides about an unmatched item. */
const decide = ({ id }: { readonly id: string }, action: string, body: object = {}, options: object = {}) =>
  post(`/api/unmatched/${id}/${action}`, { reason: 'other', ...body }, { ...biller, ...options });

const someClaim = () => ({ claim_id: randomUUID() });
const stale = { headers: { 'if-match': '"v99"' } };

/** Errors of unmatched responses and of claims for the next payer, by endpoint and code. */
export const unmatchedErrors: Readonly<Record<string, () => Promise<ApiResponse>>> = {
  'create-secondary-claim not_adjudicated': async () =>
    post(`/api/claims/${(await postClaim({ number: newNumber() })).id}/secondary`, {}, biller),
  'attach-unmatched unknown_claim': async () => decide(await newItem(), 'attach', someClaim()),
  'attach-unmatched unmatched_item_state': async () => {
    const item = await newItem();
    await decide(item, 'dismiss');
    return decide(item, 'attach', someClaim());
  },
  'dismiss-unmatched unmatched_item_state': async () => {
    const item = await newItem();
    await decide(item, 'dismiss');
    return decide(item, 'dismiss');
  },
  'take-back-unmatched unmatched_item_state': async () => decide(await newItem(), 'take-back'),
  'attach-unmatched precondition_failed': async () => decide(await newItem(), 'attach', someClaim(), stale),
  'dismiss-unmatched precondition_failed': async () => decide(await newItem(), 'dismiss', {}, stale),
  'take-back-unmatched precondition_failed': async () => decide(await newItem(), 'take-back', {}, stale),
  'post-remittance invalid_cursor': () =>
    post(`/api/remittances/${randomUUID()}/post?cursor=x`, { reason: 'other' }, biller),
  'take-back-remittance invalid_cursor': () =>
    post(`/api/remittances/${randomUUID()}/take-back?cursor=x`, { reason: 'other' }, biller),
};

const secondary = '../../functions/claims/secondary-claims.test.ts';
const payments = '../../functions/claims/unmatched/payments.test.ts';

/** Files that trigger the others. */
export const unmatchedErrorsElsewhere: Readonly<Record<string, string>> = {
  // Needs an adjudicated claim with other coverage, or one that changes all the time.
  'create-secondary-claim secondary_cautions': secondary,
  'create-secondary-claim no_other_coverage': secondary,
  'create-secondary-claim not_correctable': secondary,
  'create-secondary-claim conflict': secondary,
  'attach-unmatched conflict': payments,
  'dismiss-unmatched conflict': payments,
  'take-back-unmatched conflict': payments,
  // Needs a batch that one request cannot apply.
  'attach-unmatched file_in_work': '../../functions/claims/unmatched/acknowledgments.test.ts',
};
