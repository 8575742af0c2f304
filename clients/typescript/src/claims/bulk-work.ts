// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, KeyOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const previewBulkRunOperation: Operation = {
  id: 'previewBulkRun',
  method: 'POST',
  path: '/api/bulk-runs/preview',
  inQuery: ['limit', 'cursor'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  keyed: true,
};

const listBulkRunsOperation: Operation = {
  id: 'listBulkRuns',
  method: 'GET',
  path: '/api/bulk-runs',
  inQuery: ['format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const startBulkRunOperation: Operation = {
  id: 'startBulkRun',
  method: 'POST',
  path: '/api/bulk-runs',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getBulkRunOperation: Operation = {
  id: 'getBulkRun',
  method: 'GET',
  path: '/api/bulk-runs/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const listBulkResultsOperation: Operation = {
  id: 'listBulkResults',
  method: 'GET',
  path: '/api/bulk-runs/{id}/claims',
  inPath: ['id'],
  inQuery: ['outcome', 'format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const cancelBulkRunOperation: Operation = {
  id: 'cancelBulkRun',
  method: 'POST',
  path: '/api/bulk-runs/{id}/cancel',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

/** Input of `previewBulkRun`. */
export type PreviewBulkRunInput = {
  /** Maximum claims on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
} & (schema.BulkRequest);

/** Result of `previewBulkRun`. */
export type PreviewBulkRunResult = {
  readonly data: readonly schema.BulkPreview[];
  readonly pagination: {
    readonly next_cursor: string | null;
    readonly has_more: boolean;
  };
};

/** Input of `listBulkRuns`. */
export type ListBulkRunsInput = {
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `startBulkRun`. */
export type StartBulkRunInput = schema.BulkRequest;

/** Input of `getBulkRun`. */
export type GetBulkRunInput = {
  /** Id of the bulk run */
  readonly id: string;
};

/** Input of `listBulkResults`. */
export type ListBulkResultsInput = {
  /** Id of the bulk run */
  readonly id: string;
  /** Claims with this outcome */
  readonly outcome?: 'done' | 'skipped' | undefined;
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `cancelBulkRun`. */
export type CancelBulkRunInput = {
  /** Id of the bulk run */
  readonly id: string;
};

export class BulkWorkOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Preview an operation on many claims
   *
   * Returns for each selected claim what the operation would change, or why it would skip the claim.
   * Changes nothing. A page of a filter may have fewer claims than its limit, or none, and still have a
   * next page.
   *
   * operationId: previewBulkRun
   */
  previewBulkRun(input: PreviewBulkRunInput, options?: RequestOptions & KeyOptions): ApiCall<PreviewBulkRunResult> {
    return this.#transport.call(previewBulkRunOperation, input, options);
  }

  /**
   * List bulk runs, newest first
   *
   * operationId: listBulkRuns
   */
  listBulkRuns(input: ListBulkRunsInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List bulk runs, newest first
   *
   * operationId: listBulkRuns
   */
  listBulkRuns(input?: ListBulkRunsInput, options?: RequestOptions): PagedCall<schema.BulkRun, CursorPage<schema.BulkRun>>;
  listBulkRuns(input?: ListBulkRunsInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listBulkRunsOperation, input ?? {}, options);
  }

  /**
   * Release, hold, dismiss, resend or correct many claims
   *
   * Runs an operation on claims by id (at most 5000) or by filter (at most 10000). Up to 100 named claims
   * are processed in the request: 200 with the finished run. A larger selection runs in the background:
   * 202, and `Location` has the progress. Each claim is changed or skipped as it is at that moment, with
   * one audit entry; `GET /api/bulk-runs/{id}/claims` lists the result of each claim. `resend` makes
   * claims ready again that were rejected only because of another claim of their set, group or
   * interchange. `correct` sets fields in the content of claims that were not sent, and checks them
   * again.
   *
   * operationId: startBulkRun
   */
  startBulkRun(input: StartBulkRunInput, options?: RequestOptions & KeyOptions): ApiCall<schema.BulkRun> {
    return this.#transport.call(startBulkRunOperation, input, options);
  }

  /**
   * Get the progress of a bulk run
   *
   * operationId: getBulkRun
   */
  getBulkRun(input: GetBulkRunInput, options?: RequestOptions): ApiCall<schema.BulkRun> {
    return this.#transport.call(getBulkRunOperation, input, options);
  }

  /**
   * List the results of a bulk run, claim by claim
   *
   * operationId: listBulkResults
   */
  listBulkResults(input: ListBulkResultsInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List the results of a bulk run, claim by claim
   *
   * operationId: listBulkResults
   */
  listBulkResults(input: ListBulkResultsInput, options?: RequestOptions): PagedCall<schema.BulkResult, CursorPage<schema.BulkResult>>;
  listBulkResults(input: ListBulkResultsInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listBulkResultsOperation, input, options);
  }

  /**
   * Cancel a bulk run
   *
   * Stops a run before its next claims. Changes that were made stay. A finished run does not change.
   *
   * operationId: cancelBulkRun
   */
  cancelBulkRun(input: CancelBulkRunInput, options?: RequestOptions & KeyOptions): ApiCall<schema.BulkRun> {
    return this.#transport.call(cancelBulkRunOperation, input, options);
  }
}
