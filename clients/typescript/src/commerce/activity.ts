// Generated from the contract by `npm run openapi`. Do not edit.
import type { PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listActivityOperation: Operation = {
  id: 'listActivity',
  method: 'GET',
  path: '/api/v1/activity',
  inQuery: ['brand_id', 'event', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

/** Input of `listActivity`. */
export type ListActivityInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Activity of this event */
  readonly event?: 'orderCreated' | 'searchPerformed' | 'campaignCreated' | 'referralCompleted' | 'personalDataExported' | 'personalDataErased' | 'membersChanged' | 'brandDeletionChanged' | 'brandExportRequested' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

export class ActivityOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the activity of a brand, newest first
   *
   * operationId: listActivity
   */
  list(input: ListActivityInput, options?: RequestOptions): PagedCall<schema.Activity, CursorPage<schema.Activity>> {
    return this.#transport.list(listActivityOperation, input, options);
  }
}
