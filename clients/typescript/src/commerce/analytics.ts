// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, KeyOptions, RequestOptions } from '../runtime/options.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const getAnalyticsOperation: Operation = {
  id: 'getAnalytics',
  method: 'GET',
  path: '/api/v1/analytics/{figures}',
  inPath: ['figures'],
  inQuery: ['brand_id', 'from', 'to', 'interval', 'limit', 'format'],
  accept: 'application/json',
  enveloped: true,
};

const recordVisitsOperation: Operation = {
  id: 'recordVisits',
  method: 'POST',
  path: '/api/v1/analytics/visits',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

/** Input of `getAnalytics`. */
export type GetAnalyticsInput = {
  /** Kind of figures */
  readonly figures: 'revenue' | 'customers' | 'cohorts' | 'funnel' | 'products' | 'water';
  /** Id of the brand */
  readonly brand_id: string;
  /** First day, in the brand's time zone */
  readonly from: string;
  /** Last day, in the brand's time zone */
  readonly to: string;
  /** Length of a bucket */
  readonly interval?: 'day' | 'week' | 'month' | undefined;
  /** Maximum products or fields */
  readonly limit?: number | undefined;
  /** csv: the same as Accept: text/csv */
  readonly format?: 'json' | 'csv' | undefined;
};

/** Input of `recordVisits`. */
export type RecordVisitsInput = {
  readonly brand_id: string;
  readonly session_id: string;
  readonly events: readonly {
    readonly id: string;
    readonly step: 'visit' | 'search' | 'cart' | 'checkout';
  }[];
};

/** Result of `recordVisits`. */
export type RecordVisitsResult = {
  readonly counted: number;
};

export class AnalyticsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get figures for charts
   *
   * Days, weeks from Monday, and months are those of the brand's time zone, and a day may have 23 or 25
   * hours. Every bucket of the period is in the series, also without figures. Figures are exact and
   * include every change that has been acknowledged. CSV has one line for each bucket, product, cell of a
   * cohort, or field and bucket.
   *
   * operationId: getAnalytics
   */
  get(input: GetAnalyticsInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * Get figures for charts
   *
   * Days, weeks from Monday, and months are those of the brand's time zone, and a day may have 23 or 25
   * hours. Every bucket of the period is in the series, also without figures. Figures are exact and
   * include every change that has been acknowledged. CSV has one line for each bucket, product, cell of a
   * cohort, or field and bucket.
   *
   * operationId: getAnalytics
   */
  get(input: GetAnalyticsInput, options?: RequestOptions): ApiCall<schema.Analytics>;
  get(input: GetAnalyticsInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getAnalyticsOperation, input, options);
  }

  /**
   * Record steps of a visit to a shop
   *
   * Without a credential, so that the pages of a shop can call it. The client makes the ids: an event
   * counts once, however often it is sent within two days. A session counts once in each step, at the
   * time of arrival. Events of crawlers are accepted and not counted.
   *
   * operationId: recordVisits
   */
  recordVisits(input: RecordVisitsInput, options?: RequestOptions & KeyOptions): ApiCall<RecordVisitsResult> {
    return this.#transport.call(recordVisitsOperation, input, options);
  }
}
