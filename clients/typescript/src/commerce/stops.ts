// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, ChangeOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listStopsOperation: Operation = {
  id: 'listStops',
  method: 'GET',
  path: '/api/v1/stops',
  inQuery: ['brand_id', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createStopOperation: Operation = {
  id: 'createStop',
  method: 'POST',
  path: '/api/v1/stops',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getStopOperation: Operation = {
  id: 'getStop',
  method: 'GET',
  path: '/api/v1/stops/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const updateStopOperation: Operation = {
  id: 'updateStop',
  method: 'PUT',
  path: '/api/v1/stops/{id}',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const deleteStopOperation: Operation = {
  id: 'deleteStop',
  method: 'DELETE',
  path: '/api/v1/stops/{id}',
  inPath: ['id'],
  accept: 'application/json',
};

const listPickupDaysOperation: Operation = {
  id: 'listPickupDays',
  method: 'GET',
  path: '/api/v1/stops/{id}/pickup-days',
  inPath: ['id'],
  inQuery: ['limit'],
  accept: 'application/json',
  enveloped: true,
};

const getPickListOperation: Operation = {
  id: 'getPickList',
  method: 'GET',
  path: '/api/v1/pick-lists',
  inQuery: ['brand_id', 'date', 'stop_id', 'status', 'format'],
  accept: 'application/json',
  enveloped: true,
};

/** Input of `listStops`. */
export type ListStopsInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createStop`. */
export type CreateStopInput = {
  readonly brand_id: string;
  readonly name: string;
  readonly address?: string | undefined;
  /** Directions for customers */
  readonly notes?: string | undefined;
  /** Opening times by day of the week, in the time zone of the brand */
  readonly hours: readonly {
    readonly weekday: 'sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday';
    readonly opens: string;
    readonly closes: string;
  }[];
  /** Last time for orders: this time, so many days before the pickup. Without it, the opening time */
  readonly cut_off?: {
    readonly days_before: number;
    readonly time: string;
  } | undefined;
  /** Maximum orders of one pickup day */
  readonly capacity?: number | undefined;
  /** Days without pickup */
  readonly closed_dates?: readonly string[] | undefined;
  readonly is_active?: boolean | undefined;
};

/** Input of `getStop`. */
export type GetStopInput = {
  /** Id of the stop */
  readonly id: string;
};

/** Input of `updateStop`. */
export type UpdateStopInput = {
  /** Id of the stop */
  readonly id: string;
  readonly name: string;
  readonly address?: string | undefined;
  /** Directions for customers */
  readonly notes?: string | undefined;
  /** Opening times by day of the week, in the time zone of the brand */
  readonly hours: readonly {
    readonly weekday: 'sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday';
    readonly opens: string;
    readonly closes: string;
  }[];
  /** Last time for orders: this time, so many days before the pickup. Without it, the opening time */
  readonly cut_off?: {
    readonly days_before: number;
    readonly time: string;
  } | undefined;
  /** Maximum orders of one pickup day */
  readonly capacity?: number | undefined;
  /** Days without pickup */
  readonly closed_dates?: readonly string[] | undefined;
  readonly is_active?: boolean | undefined;
};

/** Input of `deleteStop`. */
export type DeleteStopInput = {
  /** Id of the stop */
  readonly id: string;
};

/** Input of `listPickupDays`. */
export type ListPickupDaysInput = {
  /** Id of the stop */
  readonly id: string;
  /** Maximum days */
  readonly limit?: number | undefined;
};

/** Input of `getPickList`. */
export type GetPickListInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Pickup day, YYYY-MM-DD */
  readonly date: string;
  /** Orders of this stop only */
  readonly stop_id?: string | undefined;
  /** Orders in this status only */
  readonly status?: 'pending' | 'confirmed' | 'ready' | 'completed' | 'cancelled' | undefined;
  /** Overrides the Accept header */
  readonly format?: 'json' | 'csv' | undefined;
};

export class StopsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List pickup locations, oldest first
   *
   * operationId: listStops
   */
  list(input: ListStopsInput, options?: RequestOptions): PagedCall<schema.Stop, CursorPage<schema.Stop>> {
    return this.#transport.list(listStopsOperation, input, options);
  }

  /**
   * Create a pickup location
   *
   * Days and times are those of the time zone of the brand, also over changes of daylight saving. Orders
   * refer to stops in brands with stops `managed`.
   *
   * operationId: createStop
   */
  create(input: CreateStopInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Stop> {
    return this.#transport.call(createStopOperation, input, options);
  }

  /**
   * Get a pickup location
   *
   * operationId: getStop
   */
  get(input: GetStopInput, options: RequestOptions & ChangeOptions): ApiCall<schema.Stop | undefined>;
  /**
   * Get a pickup location
   *
   * operationId: getStop
   */
  get(input: GetStopInput, options?: RequestOptions): ApiCall<schema.Stop>;
  get(input: GetStopInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getStopOperation, input, options);
  }

  /**
   * Replace a pickup location
   *
   * Removes omitted members. Orders that exist keep their pickup day. Days and times are those of the
   * time zone of the brand, also over changes of daylight saving. Orders refer to stops in brands with
   * stops `managed`.
   *
   * operationId: updateStop
   */
  update(input: UpdateStopInput, options?: RequestOptions & MatchOptions): ApiCall<schema.Stop> {
    return this.#transport.call(updateStopOperation, input, options);
  }

  /**
   * Delete a pickup location
   *
   * Orders keep the id of the stop. Set is_active to false to close a stop and keep its name.
   *
   * operationId: deleteStop
   */
  delete(input: DeleteStopInput, options?: RequestOptions & MatchOptions): ApiCall<void> {
    return this.#transport.call(deleteStopOperation, input, options);
  }

  /**
   * List the next pickup days of a stop that take orders
   *
   * Days whose cut-off has not passed, of the next 366 days. A full day is listed with is_full. An
   * inactive stop has none.
   *
   * operationId: listPickupDays
   */
  listPickupDays(input: ListPickupDaysInput, options?: RequestOptions): ApiCall<readonly schema.PickupDay[]> {
    return this.#transport.call(listPickupDaysOperation, input, options);
  }

  /**
   * Get the pick list of a pickup day
   *
   * The pickup lines of all orders of the day by stop, without cancelled orders, with totals by product
   * and variant. A new order appears within moments. PUT /api/v1/orders/{id}/status with `ready` marks an
   * order as packed. A list has at most 2,000 orders and 10,000 lines; choose a stop for larger days. CSV
   * has one line for each order line.
   *
   * operationId: getPickList
   */
  getPickList(input: GetPickListInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * Get the pick list of a pickup day
   *
   * The pickup lines of all orders of the day by stop, without cancelled orders, with totals by product
   * and variant. A new order appears within moments. PUT /api/v1/orders/{id}/status with `ready` marks an
   * order as packed. A list has at most 2,000 orders and 10,000 lines; choose a stop for larger days. CSV
   * has one line for each order line.
   *
   * operationId: getPickList
   */
  getPickList(input: GetPickListInput, options?: RequestOptions): ApiCall<schema.PickList>;
  getPickList(input: GetPickListInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getPickListOperation, input, options);
  }
}
