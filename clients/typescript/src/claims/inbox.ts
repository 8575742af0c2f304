// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, RequestOptions } from '../runtime/options.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listLanesOperation: Operation = {
  id: 'listLanes',
  method: 'GET',
  path: '/api/inbox/lanes',
  inQuery: ['format'],
  accept: 'application/json',
  enveloped: true,
};

/** Input of `listLanes`. */
export type ListLanesInput = {
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
};

export class InboxOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the lanes of the inbox
   *
   * Counts and amounts are exact. The claims shown may lag behind a change by a moment; `GET
   * /api/claims?lane=` lists all claims of a lane.
   *
   * operationId: listLanes
   */
  listLanes(input: ListLanesInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List the lanes of the inbox
   *
   * Counts and amounts are exact. The claims shown may lag behind a change by a moment; `GET
   * /api/claims?lane=` lists all claims of a lane.
   *
   * operationId: listLanes
   */
  listLanes(input?: ListLanesInput, options?: RequestOptions): ApiCall<readonly schema.Lane[]>;
  listLanes(input?: ListLanesInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(listLanesOperation, input ?? {}, options);
  }
}
