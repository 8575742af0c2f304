// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listUnmatchedOperation: Operation = {
  id: 'listUnmatched',
  method: 'GET',
  path: '/api/unmatched',
  inQuery: ['state', 'kind', 'received_from', 'received_to', 'format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const getUnmatchedOperation: Operation = {
  id: 'getUnmatched',
  method: 'GET',
  path: '/api/unmatched/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const attachUnmatchedOperation: Operation = {
  id: 'attachUnmatched',
  method: 'POST',
  path: '/api/unmatched/{id}/attach',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const dismissUnmatchedOperation: Operation = {
  id: 'dismissUnmatched',
  method: 'POST',
  path: '/api/unmatched/{id}/dismiss',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const takeBackUnmatchedOperation: Operation = {
  id: 'takeBackUnmatched',
  method: 'POST',
  path: '/api/unmatched/{id}/take-back',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const postRemittanceOperation: Operation = {
  id: 'postRemittance',
  method: 'POST',
  path: '/api/remittances/{id}/post',
  inPath: ['id'],
  inQuery: ['cursor'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const takeBackRemittanceOperation: Operation = {
  id: 'takeBackRemittance',
  method: 'POST',
  path: '/api/remittances/{id}/take-back',
  inPath: ['id'],
  inQuery: ['cursor'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

/** Input of `listUnmatched`. */
export type ListUnmatchedInput = {
  /** Items in this state; open by default */
  readonly state?: 'open' | 'resolved' | 'dismissed' | undefined;
  /** Payment of an 835, status of a 277CA, or a 999 or TA1 */
  readonly kind?: 'payment' | 'status' | 'acknowledgment' | undefined;
  /** Items received at this time or later */
  readonly received_from?: string | undefined;
  /** Items received at this time or earlier */
  readonly received_to?: string | undefined;
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `getUnmatched`. */
export type GetUnmatchedInput = {
  /** Id of the item */
  readonly id: string;
};

/** Input of `attachUnmatched`. */
export type AttachUnmatchedInput = {
  /** Id of the item */
  readonly id: string;
  /** Claim of a payment or status */
  readonly claim_id?: string | undefined;
  /** Batch of a 999 or TA1 */
  readonly batch_id?: string | undefined;
  /** Recorded in the audit log */
  readonly reason: 'verified_with_payer' | 'verified_on_eob' | 'verified_in_bank' | 'handled_elsewhere' | 'not_ours' | 'duplicate' | 'informational' | 'entered_in_error' | 'other';
  /** Shown with the decision; not in the audit log */
  readonly note?: string | undefined;
  /** Replaces CLP04 of an unbalanced payment */
  readonly paid?: number | undefined;
  /** Replaces the PR amounts of an unbalanced payment */
  readonly patient_responsibility?: number | undefined;
  /** Replaces the outcome derived from an unbalanced payment */
  readonly outcome?: 'paid' | 'underpaid' | 'denied' | undefined;
};

/** Input of `dismissUnmatched`. */
export type DismissUnmatchedInput = {
  /** Id of the item */
  readonly id: string;
  /** Recorded in the audit log */
  readonly reason: 'verified_with_payer' | 'verified_on_eob' | 'verified_in_bank' | 'handled_elsewhere' | 'not_ours' | 'duplicate' | 'informational' | 'entered_in_error' | 'other';
  /** Shown with the decision; not in the audit log */
  readonly note?: string | undefined;
};

/** Input of `takeBackUnmatched`. */
export type TakeBackUnmatchedInput = {
  /** Id of the item */
  readonly id: string;
  /** Recorded in the audit log */
  readonly reason: 'verified_with_payer' | 'verified_on_eob' | 'verified_in_bank' | 'handled_elsewhere' | 'not_ours' | 'duplicate' | 'informational' | 'entered_in_error' | 'other';
  /** Shown with the decision; not in the audit log */
  readonly note?: string | undefined;
};

/** Input of `postRemittance`. */
export type PostRemittanceInput = {
  /** Id of the remittance */
  readonly id: string;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
  /** Recorded in the audit log */
  readonly reason: 'verified_with_payer' | 'verified_on_eob' | 'verified_in_bank' | 'handled_elsewhere' | 'not_ours' | 'duplicate' | 'informational' | 'entered_in_error' | 'other';
  /** Shown with the decision; not in the audit log */
  readonly note?: string | undefined;
};

/** Result of `postRemittance`. */
export type PostRemittanceResult = {
  /** Payments that were posted or taken back */
  readonly changed: number;
  /** Payments that are in another state, do not balance themselves, or changed meanwhile */
  readonly skipped: number;
  readonly next_cursor: string | null;
};

/** Input of `takeBackRemittance`. */
export type TakeBackRemittanceInput = {
  /** Id of the remittance */
  readonly id: string;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
  /** Recorded in the audit log */
  readonly reason: 'verified_with_payer' | 'verified_on_eob' | 'verified_in_bank' | 'handled_elsewhere' | 'not_ours' | 'duplicate' | 'informational' | 'entered_in_error' | 'other';
  /** Shown with the decision; not in the audit log */
  readonly note?: string | undefined;
};

/** Result of `takeBackRemittance`. */
export type TakeBackRemittanceResult = {
  /** Payments that were posted or taken back */
  readonly changed: number;
  /** Payments that are in another state, do not balance themselves, or changed meanwhile */
  readonly skipped: number;
  readonly next_cursor: string | null;
};

export class UnmatchedOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List unmatched and held responses, newest first
   *
   * Payments, statuses and acknowledgments that fit no claim or several, and payments that are held
   * because they do not balance. An item is `resolved` when a person attaches it, when its claim arrives,
   * or when a later response supersedes it. The list may lag behind a change by a moment.
   *
   * operationId: listUnmatched
   */
  list(input: ListUnmatchedInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List unmatched and held responses, newest first
   *
   * Payments, statuses and acknowledgments that fit no claim or several, and payments that are held
   * because they do not balance. An item is `resolved` when a person attaches it, when its claim arrives,
   * or when a later response supersedes it. The list may lag behind a change by a moment.
   *
   * operationId: listUnmatched
   */
  list(input?: ListUnmatchedInput, options?: RequestOptions): PagedCall<schema.UnmatchedItem, CursorPage<schema.UnmatchedItem>>;
  list(input?: ListUnmatchedInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listUnmatchedOperation, input ?? {}, options);
  }

  /**
   * Get an unmatched item with its candidates
   *
   * Ranks claims by the facts that agree: numbers, amount, days of service, member, patient, provider and
   * payer. Besides claims with one of the numbers, it examines up to 200 claims of the billing provider
   * with the same charge, and the first 1,000 claims of the billing provider that were received from the
   * day of service on, or in the last 120 days if the response names no day. For a 999 or TA1 it ranks
   * the batches with the acknowledged number.
   *
   * operationId: getUnmatched
   */
  get(input: GetUnmatchedInput, options?: RequestOptions): ApiCall<schema.UnmatchedItemDetail> {
    return this.#transport.call(getUnmatchedOperation, input, options);
  }

  /**
   * Attach an unmatched item to a claim or batch
   *
   * Applies the response as an automatic match does: fields, lane, payment and audit entry. For a payment
   * that is held because it does not balance, this is the manual posting; `paid`,
   * `patient_responsibility` and `outcome` replace what the remittance states. Other claims that the
   * response fitted equally well leave review. A 999 or TA1 takes `batch_id` and applies to all claims of
   * the batch; if the batch is large, the response is 409 `file_in_work`, and a repetition continues.
   *
   * operationId: attachUnmatched
   */
  attach(input: AttachUnmatchedInput, options?: RequestOptions & KeyOptions & MatchOptions): ApiCall<schema.UnmatchedItem> {
    return this.#transport.call(attachUnmatchedOperation, input, options);
  }

  /**
   * Dismiss an unmatched item
   *
   * Removes the item from the worklist with a reason. The payment is not posted, also not when its claim
   * arrives later. Claims that the item keeps in review return to their lane.
   *
   * operationId: dismissUnmatched
   */
  dismiss(input: DismissUnmatchedInput, options?: RequestOptions & KeyOptions & MatchOptions): ApiCall<schema.UnmatchedItem> {
    return this.#transport.call(dismissUnmatchedOperation, input, options);
  }

  /**
   * Take back the decision about an unmatched item
   *
   * Opens a dismissed or attached item again. A posted payment is removed from the sums of its claim, and
   * the claim returns to its earlier lane unless a later response moved it. A status can be taken back
   * until its claim changes. A 999 or TA1 cannot be taken back.
   *
   * operationId: takeBackUnmatched
   */
  takeBackUnmatched(input: TakeBackUnmatchedInput, options?: RequestOptions & KeyOptions & MatchOptions): ApiCall<schema.UnmatchedItem> {
    return this.#transport.call(takeBackUnmatchedOperation, input, options);
  }

  /**
   * Post the held payments of an unbalanced remittance
   *
   * Posts each payment that is held only because the transaction does not balance, as POST
   * /api/unmatched/{id}/attach does. Payments that do not balance themselves are skipped; post each with
   * its amounts. One call works for 15 seconds. `next_cursor` continues, and is null at the end.
   *
   * operationId: postRemittance
   */
  postRemittance(input: PostRemittanceInput, options?: RequestOptions & KeyOptions): ApiCall<PostRemittanceResult> {
    return this.#transport.call(postRemittanceOperation, input, options);
  }

  /**
   * Take back the payments of a remittance that were posted by hand
   *
   * Takes back each payment of the remittance that a person posted, as POST /api/unmatched/{id}/take-back
   * does. One call works for 15 seconds. `next_cursor` continues, and is null at the end.
   *
   * operationId: takeBackRemittance
   */
  takeBackRemittance(input: TakeBackRemittanceInput, options?: RequestOptions & KeyOptions): ApiCall<TakeBackRemittanceResult> {
    return this.#transport.call(takeBackRemittanceOperation, input, options);
  }
}
