// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { ChangeOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listPromoCodesOperation: Operation = {
  id: 'listPromoCodes',
  method: 'GET',
  path: '/api/v1/promo-codes',
  inQuery: ['brand_id', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createPromoCodeOperation: Operation = {
  id: 'createPromoCode',
  method: 'POST',
  path: '/api/v1/promo-codes',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getPromoCodeOperation: Operation = {
  id: 'getPromoCode',
  method: 'GET',
  path: '/api/v1/promo-codes/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const updatePromoCodeOperation: Operation = {
  id: 'updatePromoCode',
  method: 'PUT',
  path: '/api/v1/promo-codes/{id}',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const deletePromoCodeOperation: Operation = {
  id: 'deletePromoCode',
  method: 'DELETE',
  path: '/api/v1/promo-codes/{id}',
  inPath: ['id'],
  accept: 'application/json',
};

/** Input of `listPromoCodes`. */
export type ListPromoCodesInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createPromoCode`. */
export type CreatePromoCodeInput = {
  readonly brand_id: string;
  readonly code: string;
  readonly description?: string | undefined;
  readonly kind: 'percent' | 'fixed' | 'free_shipping';
  readonly percent?: number | undefined;
  readonly amount_cents?: number | undefined;
  readonly minimum_cents?: number | undefined;
  readonly product_ids?: readonly string[] | undefined;
  readonly first_order_only?: boolean | undefined;
  readonly starts_at?: string | undefined;
  readonly ends_at?: string | undefined;
  readonly max_uses?: number | undefined;
  readonly max_uses_per_customer?: number | undefined;
  readonly is_active?: boolean | undefined;
};

/** Input of `getPromoCode`. */
export type GetPromoCodeInput = {
  /** Id of the promo code */
  readonly id: string;
};

/** Input of `updatePromoCode`. */
export type UpdatePromoCodeInput = {
  /** Id of the promo code */
  readonly id: string;
  readonly description?: string | undefined;
  readonly kind: 'percent' | 'fixed' | 'free_shipping';
  readonly percent?: number | undefined;
  readonly amount_cents?: number | undefined;
  readonly minimum_cents?: number | undefined;
  readonly product_ids?: readonly string[] | undefined;
  readonly first_order_only?: boolean | undefined;
  readonly starts_at?: string | undefined;
  readonly ends_at?: string | undefined;
  readonly max_uses?: number | undefined;
  readonly max_uses_per_customer?: number | undefined;
  readonly is_active?: boolean | undefined;
};

/** Input of `deletePromoCode`. */
export type DeletePromoCodeInput = {
  /** Id of the promo code */
  readonly id: string;
};

export class PromotionsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the promo codes of a brand
   *
   * operationId: listPromoCodes
   */
  listPromoCodes(input: ListPromoCodesInput, options?: RequestOptions): PagedCall<schema.PromoCode, CursorPage<schema.PromoCode>> {
    return this.#transport.list(listPromoCodesOperation, input, options);
  }

  /**
   * Create a promo code
   *
   * Promo codes have an effect in brands whose order settings have promotions `on`. An order has at most
   * one code. Limits of uses hold exactly, also for orders at the same time; a cancelled order gives its
   * use back. Codes with first_order_only or a limit for each customer need the e-mail address of the
   * customer.
   *
   * operationId: createPromoCode
   */
  createPromoCode(input: CreatePromoCodeInput, options?: RequestOptions & KeyOptions): ApiCall<schema.PromoCode> {
    return this.#transport.call(createPromoCodeOperation, input, options);
  }

  /**
   * Get a promo code
   *
   * operationId: getPromoCode
   */
  getPromoCode(input: GetPromoCodeInput, options: RequestOptions & ChangeOptions): ApiCall<schema.PromoCode | undefined>;
  /**
   * Get a promo code
   *
   * operationId: getPromoCode
   */
  getPromoCode(input: GetPromoCodeInput, options?: RequestOptions): ApiCall<schema.PromoCode>;
  getPromoCode(input: GetPromoCodeInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getPromoCodeOperation, input, options);
  }

  /**
   * Replace the rules of a promo code
   *
   * The code itself and its uses stay. Orders that used the code keep their discount.
   *
   * operationId: updatePromoCode
   */
  updatePromoCode(input: UpdatePromoCodeInput, options?: RequestOptions & MatchOptions): ApiCall<schema.PromoCode> {
    return this.#transport.call(updatePromoCodeOperation, input, options);
  }

  /**
   * Delete a promo code
   *
   * Orders that used the code keep their discount. A new code with the same text starts without uses.
   *
   * operationId: deletePromoCode
   */
  deletePromoCode(input: DeletePromoCodeInput, options?: RequestOptions & MatchOptions): ApiCall<void> {
    return this.#transport.call(deletePromoCodeOperation, input, options);
  }
}
