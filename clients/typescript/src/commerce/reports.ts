// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { RequestOptions } from '../runtime/options.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const getReportOperation: Operation = {
  id: 'getReport',
  method: 'GET',
  path: '/api/v1/reports',
  inQuery: ['brand_id', 'start_date', 'end_date', 'report_type'],
  accept: 'application/json',
  enveloped: true,
};

/** Input of `getReport`. */
export type GetReportInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** The report begins with the UTC day of this time */
  readonly start_date: string;
  /** The report ends with the UTC day of this time */
  readonly end_date: string;
  /** Figures to report */
  readonly report_type?: 'orders' | 'revenue' | 'customers' | 'products' | undefined;
};

export class ReportsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get a report for a range of days
   *
   * Every figure is exact. Returns 422 if a JSON number cannot represent a figure exactly.
   *
   * operationId: getReport
   */
  get(input: GetReportInput, options?: RequestOptions): ApiCall<schema.Report> {
    return this.#transport.call(getReportOperation, input, options);
  }
}
