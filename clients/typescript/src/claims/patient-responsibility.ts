// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listPatientResponsibilityOperation: Operation = {
  id: 'listPatientResponsibility',
  method: 'GET',
  path: '/api/patient-responsibility',
  inQuery: ['payer_id', 'billing_npi', 'service_from', 'service_to', 'format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const getPatientResponsibilityOperation: Operation = {
  id: 'getPatientResponsibility',
  method: 'GET',
  path: '/api/patient-responsibility/sum',
  inQuery: ['payer_id', 'billing_npi', 'service_from', 'service_to'],
  accept: 'application/json',
  enveloped: true,
};

/** Input of `listPatientResponsibility`. */
export type ListPatientResponsibilityInput = {
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
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `getPatientResponsibility`. */
export type GetPatientResponsibilityInput = {
  /** Claims for this payer */
  readonly payer_id?: string | undefined;
  /** Claims of the billing provider with this NPI */
  readonly billing_npi?: string | undefined;
  /** First service on or after this day */
  readonly service_from?: string | undefined;
  /** First service on or before this day */
  readonly service_to?: string | undefined;
};

/** Result of `getPatientResponsibility`. */
export type GetPatientResponsibilityResult = {
  /** Claims with patient responsibility */
  readonly claims: number;
  readonly patient_responsibility: number;
  readonly by_reason: schema.PatientResponsibilityByReason;
};

export class PatientResponsibilityOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List claims with patient responsibility, newest service first
   *
   * Amounts of adjustment group PR in the posted payments, less reversals. A page may have fewer claims
   * than its limit, or none, and still have a next page.
   *
   * operationId: listPatientResponsibility
   */
  list(input: ListPatientResponsibilityInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List claims with patient responsibility, newest service first
   *
   * Amounts of adjustment group PR in the posted payments, less reversals. A page may have fewer claims
   * than its limit, or none, and still have a next page.
   *
   * operationId: listPatientResponsibility
   */
  list(input?: ListPatientResponsibilityInput, options?: RequestOptions): PagedCall<schema.PatientShare, CursorPage<schema.PatientShare>>;
  list(input?: ListPatientResponsibilityInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listPatientResponsibilityOperation, input ?? {}, options);
  }

  /**
   * Get the sum of patient responsibility by reason
   *
   * operationId: getPatientResponsibility
   */
  get(input?: GetPatientResponsibilityInput, options?: RequestOptions): ApiCall<GetPatientResponsibilityResult> {
    return this.#transport.call(getPatientResponsibilityOperation, input ?? {}, options);
  }
}
