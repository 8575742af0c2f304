// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, RequestOptions } from '../runtime/options.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const getAgingOperation: Operation = {
  id: 'getAging',
  method: 'GET',
  path: '/api/reports/aging',
  inQuery: ['payer_id', 'billing_npi', 'service_from', 'service_to', 'format'],
  accept: 'application/json',
  enveloped: true,
};

const getDenialsOperation: Operation = {
  id: 'getDenials',
  method: 'GET',
  path: '/api/reports/denials',
  inQuery: ['payer_id', 'billing_npi', 'service_from', 'service_to', 'format'],
  accept: 'application/json',
  enveloped: true,
};

const getDaysToPayOperation: Operation = {
  id: 'getDaysToPay',
  method: 'GET',
  path: '/api/reports/days-to-pay',
  inQuery: ['payer_id', 'billing_npi', 'service_from', 'service_to', 'format'],
  accept: 'application/json',
  enveloped: true,
};

const getCleanClaimsOperation: Operation = {
  id: 'getCleanClaims',
  method: 'GET',
  path: '/api/reports/clean-claims',
  inQuery: ['payer_id', 'billing_npi', 'service_from', 'service_to', 'format'],
  accept: 'application/json',
  enveloped: true,
};

/** Input of `getAging`. */
export type GetAgingInput = {
  /** Claims for this payer */
  readonly payer_id?: string | undefined;
  /** Claims of the billing provider with this NPI */
  readonly billing_npi?: string | undefined;
  /** First service on or after this day */
  readonly service_from?: string | undefined;
  /** First service on or before this day */
  readonly service_to?: string | undefined;
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
};

/** Input of `getDenials`. */
export type GetDenialsInput = {
  /** Claims for this payer */
  readonly payer_id?: string | undefined;
  /** Claims of the billing provider with this NPI */
  readonly billing_npi?: string | undefined;
  /** First service on or after this day */
  readonly service_from?: string | undefined;
  /** First service on or before this day */
  readonly service_to?: string | undefined;
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
};

/** Input of `getDaysToPay`. */
export type GetDaysToPayInput = {
  /** Claims for this payer */
  readonly payer_id?: string | undefined;
  /** Claims of the billing provider with this NPI */
  readonly billing_npi?: string | undefined;
  /** First service on or after this day */
  readonly service_from?: string | undefined;
  /** First service on or before this day */
  readonly service_to?: string | undefined;
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
};

/** Input of `getCleanClaims`. */
export type GetCleanClaimsInput = {
  /** Claims for this payer */
  readonly payer_id?: string | undefined;
  /** Claims of the billing provider with this NPI */
  readonly billing_npi?: string | undefined;
  /** First service on or after this day */
  readonly service_from?: string | undefined;
  /** First service on or before this day */
  readonly service_to?: string | undefined;
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
};

export class ReportsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get the number and charges of claims by lane, payer and age
   *
   * Exact: each change of a claim changes the figures in its own transaction. A claim without a day of
   * service counts at the day of its receipt.
   *
   * operationId: getAging
   */
  getAging(input: GetAgingInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * Get the number and charges of claims by lane, payer and age
   *
   * Exact: each change of a claim changes the figures in its own transaction. A claim without a day of
   * service counts at the day of its receipt.
   *
   * operationId: getAging
   */
  getAging(input?: GetAgingInput, options?: RequestOptions): ApiCall<readonly schema.AgingRow[]>;
  getAging(input?: GetAgingInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getAgingOperation, input ?? {}, options);
  }

  /**
   * Get the reasons of denied and underpaid claims by payer
   *
   * Counts each claim under the `denial_reasons` of its newest remittance. Exact: each change of a claim
   * changes the figures in its own transaction. A claim without a day of service counts at the day of its
   * receipt.
   *
   * operationId: getDenials
   */
  getDenials(input: GetDenialsInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * Get the reasons of denied and underpaid claims by payer
   *
   * Counts each claim under the `denial_reasons` of its newest remittance. Exact: each change of a claim
   * changes the figures in its own transaction. A claim without a day of service counts at the day of its
   * receipt.
   *
   * operationId: getDenials
   */
  getDenials(input?: GetDenialsInput, options?: RequestOptions): ApiCall<readonly schema.DenialRow[]>;
  getDenials(input?: GetDenialsInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getDenialsOperation, input ?? {}, options);
  }

  /**
   * Get the days from submission to first payment by payer
   *
   * Days from the submission, or from the receipt of a claim that Granary did not send, to the date of
   * the first payment. Exact: each change of a claim changes the figures in its own transaction. A claim
   * without a day of service counts at the day of its receipt.
   *
   * operationId: getDaysToPay
   */
  getDaysToPay(input: GetDaysToPayInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * Get the days from submission to first payment by payer
   *
   * Days from the submission, or from the receipt of a claim that Granary did not send, to the date of
   * the first payment. Exact: each change of a claim changes the figures in its own transaction. A claim
   * without a day of service counts at the day of its receipt.
   *
   * operationId: getDaysToPay
   */
  getDaysToPay(input?: GetDaysToPayInput, options?: RequestOptions): ApiCall<readonly schema.DaysToPayRow[]>;
  getDaysToPay(input?: GetDaysToPayInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getDaysToPayOperation, input ?? {}, options);
  }

  /**
   * Get the clean-claim rate by payer
   *
   * Share of the original claims that were sent and that no 999, TA1 or 277CA rejected. Corrections and
   * voids do not count. Exact: each change of a claim changes the figures in its own transaction. A claim
   * without a day of service counts at the day of its receipt.
   *
   * operationId: getCleanClaims
   */
  getCleanClaims(input: GetCleanClaimsInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * Get the clean-claim rate by payer
   *
   * Share of the original claims that were sent and that no 999, TA1 or 277CA rejected. Corrections and
   * voids do not count. Exact: each change of a claim changes the figures in its own transaction. A claim
   * without a day of service counts at the day of its receipt.
   *
   * operationId: getCleanClaims
   */
  getCleanClaims(input?: GetCleanClaimsInput, options?: RequestOptions): ApiCall<readonly schema.CleanClaimsRow[]>;
  getCleanClaims(input?: GetCleanClaimsInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getCleanClaimsOperation, input ?? {}, options);
  }
}
