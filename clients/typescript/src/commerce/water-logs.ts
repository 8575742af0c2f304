// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { ChangeOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listWaterLogsOperation: Operation = {
  id: 'listWaterLogs',
  method: 'GET',
  path: '/api/v1/water-logs',
  inQuery: ['brand_id'],
  accept: 'application/json',
  enveloped: true,
};

const createWaterLogOperation: Operation = {
  id: 'createWaterLog',
  method: 'POST',
  path: '/api/v1/water-logs',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const searchWaterLogsOperation: Operation = {
  id: 'searchWaterLogs',
  method: 'GET',
  path: '/api/v1/water-logs/search',
  inQuery: ['brand_id', 'from', 'to', 'field_id', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createWaterLogsOperation: Operation = {
  id: 'createWaterLogs',
  method: 'POST',
  path: '/api/v1/water-logs/batch',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getWaterLogOperation: Operation = {
  id: 'getWaterLog',
  method: 'GET',
  path: '/api/v1/water-logs/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const updateWaterLogOperation: Operation = {
  id: 'updateWaterLog',
  method: 'PUT',
  path: '/api/v1/water-logs/{id}',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const deleteWaterLogOperation: Operation = {
  id: 'deleteWaterLog',
  method: 'DELETE',
  path: '/api/v1/water-logs/{id}',
  inPath: ['id'],
  accept: 'application/json',
};

const listWaterLogChangesOperation: Operation = {
  id: 'listWaterLogChanges',
  method: 'GET',
  path: '/api/v1/water-logs/{id}/history',
  inPath: ['id'],
  inQuery: ['limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

/** Input of `listWaterLogs`. */
export type ListWaterLogsInput = {
  /** Id of the brand */
  readonly brand_id: string;
};

/** Input of `createWaterLog`. */
export type CreateWaterLogInput = {
  readonly brand_id: string;
  readonly field_id?: string | undefined;
  readonly field_name?: string | undefined;
  readonly gallons: number;
  readonly duration_minutes?: number | undefined;
  readonly water_method?: 'drip' | 'sprinkler' | 'flood' | 'manual' | undefined;
  readonly notes?: string | undefined;
  readonly logged_at?: string | undefined;
};

/** Input of `searchWaterLogs`. */
export type SearchWaterLogsInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Entries logged at this time or later */
  readonly from?: string | undefined;
  /** Entries logged at this time or earlier */
  readonly to?: string | undefined;
  /** Entries of this field */
  readonly field_id?: string | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createWaterLogs`. */
export type CreateWaterLogsInput = {
  readonly brand_id: string;
  readonly items: readonly {
    readonly id: string;
    readonly field_id?: string | undefined;
    readonly field_name?: string | undefined;
    readonly gallons: number;
    readonly duration_minutes?: number | undefined;
    readonly water_method?: 'drip' | 'sprinkler' | 'flood' | 'manual' | undefined;
    readonly notes?: string | undefined;
    readonly logged_at: string;
  }[];
};

/** Result of `createWaterLogs`. */
export type CreateWaterLogsResult = readonly {
  readonly index: number;
  readonly id?: string | undefined;
  readonly status: 'created' | 'exists' | 'conflict' | 'deleted' | 'invalid';
  readonly details?: readonly {
    readonly path: readonly (string | number)[];
    readonly message: string;
    readonly code: string;
  }[] | undefined;
}[];

/** Input of `getWaterLog`. */
export type GetWaterLogInput = {
  /** Id of the water log */
  readonly id: string;
};

/** Input of `updateWaterLog`. */
export type UpdateWaterLogInput = {
  /** Id of the water log */
  readonly id: string;
  readonly field_id?: string | undefined;
  readonly field_name?: string | undefined;
  readonly gallons: number;
  readonly duration_minutes?: number | undefined;
  readonly water_method?: 'drip' | 'sprinkler' | 'flood' | 'manual' | undefined;
  readonly notes?: string | undefined;
  readonly logged_at?: string | undefined;
  readonly reason?: string | undefined;
};

/** Input of `deleteWaterLog`. */
export type DeleteWaterLogInput = {
  /** Id of the water log */
  readonly id: string;
};

/** Input of `listWaterLogChanges`. */
export type ListWaterLogChangesInput = {
  /** Id of the water log */
  readonly id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

export class WaterLogsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the latest 100 water logs of a brand, newest first
   *
   * operationId: listWaterLogs
   */
  list(input: ListWaterLogsInput, options?: RequestOptions): ApiCall<readonly schema.WaterLog[]> {
    return this.#transport.call(listWaterLogsOperation, input, options);
  }

  /**
   * Record an irrigation entry
   *
   * operationId: createWaterLog
   */
  createWaterLog(input: CreateWaterLogInput, options?: RequestOptions & KeyOptions): ApiCall<schema.WaterLog> {
    return this.#transport.call(createWaterLogOperation, input, options);
  }

  /**
   * List water logs by time and field, newest first
   *
   * A page reads at most 2,000 entries, so a page of a filtered list may be short and still have a next
   * one.
   *
   * operationId: searchWaterLogs
   */
  search(input: SearchWaterLogsInput, options?: RequestOptions): PagedCall<schema.WaterLog, CursorPage<schema.WaterLog>> {
    return this.#transport.list(searchWaterLogsOperation, input, options);
  }

  /**
   * Record irrigation entries that a device collected offline
   *
   * Each entry has an id that the device made, so the batch can be sent again until it succeeds. Entries
   * are stored one by one. `conflict`: another entry has this id. `deleted`: the entry was deleted since.
   *
   * operationId: createWaterLogs
   */
  createWaterLogs(input: CreateWaterLogsInput, options?: RequestOptions & KeyOptions): ApiCall<CreateWaterLogsResult> {
    return this.#transport.call(createWaterLogsOperation, input, options);
  }

  /**
   * Get a water log
   *
   * operationId: getWaterLog
   */
  get(input: GetWaterLogInput, options: RequestOptions & ChangeOptions): ApiCall<schema.WaterLog | undefined>;
  /**
   * Get a water log
   *
   * operationId: getWaterLog
   */
  get(input: GetWaterLogInput, options?: RequestOptions): ApiCall<schema.WaterLog>;
  get(input: GetWaterLogInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getWaterLogOperation, input, options);
  }

  /**
   * Replace a water log of the current season
   *
   * Only entries of the current season can change. The entry as it was stays in its history.
   *
   * operationId: updateWaterLog
   */
  update(input: UpdateWaterLogInput, options?: RequestOptions & MatchOptions): ApiCall<schema.WaterLog> {
    return this.#transport.call(updateWaterLogOperation, input, options);
  }

  /**
   * Delete a water log of the current season
   *
   * Only entries of the current season can change. The entry as it was stays in its history.
   *
   * operationId: deleteWaterLog
   */
  delete(input: DeleteWaterLogInput, options?: RequestOptions & MatchOptions): ApiCall<void> {
    return this.#transport.call(deleteWaterLogOperation, input, options);
  }

  /**
   * List the changes of a water log, newest first, also after its deletion
   *
   * operationId: listWaterLogChanges
   */
  listChanges(input: ListWaterLogChangesInput, options?: RequestOptions): PagedCall<schema.WaterLogChange, CursorPage<schema.WaterLogChange>> {
    return this.#transport.list(listWaterLogChangesOperation, input, options);
  }
}
