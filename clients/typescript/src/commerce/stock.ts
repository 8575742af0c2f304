// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { KeyOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listStockOperation: Operation = {
  id: 'listStock',
  method: 'GET',
  path: '/api/v1/stock',
  inQuery: ['brand_id', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const getProductStockOperation: Operation = {
  id: 'getProductStock',
  method: 'GET',
  path: '/api/v1/products/{id}/stock',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const updateProductStockOperation: Operation = {
  id: 'updateProductStock',
  method: 'PUT',
  path: '/api/v1/products/{id}/stock',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const listStockAdjustmentsOperation: Operation = {
  id: 'listStockAdjustments',
  method: 'GET',
  path: '/api/v1/products/{id}/stock/adjustments',
  inPath: ['id'],
  inQuery: ['limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createStockAdjustmentOperation: Operation = {
  id: 'createStockAdjustment',
  method: 'POST',
  path: '/api/v1/products/{id}/stock/adjustments',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

/** Input of `listStock`. */
export type ListStockInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `getProductStock`. */
export type GetProductStockInput = {
  /** Id of the product */
  readonly id: string;
};

/** Input of `updateProductStock`. */
export type UpdateProductStockInput = {
  /** Id of the product */
  readonly id: string;
  readonly variant_id?: string | undefined;
  readonly mode: 'off' | 'tracked';
  readonly low_stock_at?: number | undefined;
};

/** Input of `listStockAdjustments`. */
export type ListStockAdjustmentsInput = {
  /** Id of the product */
  readonly id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createStockAdjustment`. */
export type CreateStockAdjustmentInput = {
  /** Id of the product */
  readonly id: string;
  readonly variant_id?: string | undefined;
  readonly kind: 'receive' | 'correct' | 'waste';
  readonly quantity: number;
  readonly reason?: string | undefined;
};

/** Result of `createStockAdjustment`. */
export type CreateStockAdjustmentResult = {
  readonly adjustment: schema.StockAdjustment;
  readonly stock: schema.StockLevel;
};

export class StockOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the stock of a brand by product and variant
   *
   * operationId: listStock
   */
  list(input: ListStockInput, options?: RequestOptions): PagedCall<schema.StockLevel, CursorPage<schema.StockLevel>> {
    return this.#transport.list(listStockOperation, input, options);
  }

  /**
   * Get the stock of a product and of its variants
   *
   * A product whose stock was never tracked has none.
   *
   * operationId: getProductStock
   */
  getProductStock(input: GetProductStockInput, options?: RequestOptions): ApiCall<readonly schema.StockLevel[]> {
    return this.#transport.call(getProductStockOperation, input, options);
  }

  /**
   * Turn the tracking of stock of a product or variant on or off
   *
   * Tracking is off by default. A line of an order with a variant takes the stock of the variant if it is
   * tracked, else that of the product. Quantities stay when tracking is turned off.
   *
   * operationId: updateProductStock
   */
  updateProductStock(input: UpdateProductStockInput, options?: RequestOptions): ApiCall<schema.StockLevel> {
    return this.#transport.call(updateProductStockOperation, input, options);
  }

  /**
   * List the adjustments of the stock of a product, newest first
   *
   * Orders and restocked refunds are not adjustments; the history of the order has them.
   *
   * operationId: listStockAdjustments
   */
  listAdjustments(input: ListStockAdjustmentsInput, options?: RequestOptions): PagedCall<schema.StockAdjustment, CursorPage<schema.StockAdjustment>> {
    return this.#transport.list(listStockAdjustmentsOperation, input, options);
  }

  /**
   * Receive, count or write off stock
   *
   * Stock that orders hold cannot be written off; cancel or edit the orders first.
   *
   * operationId: createStockAdjustment
   */
  createAdjustment(input: CreateStockAdjustmentInput, options?: RequestOptions & KeyOptions): ApiCall<CreateStockAdjustmentResult> {
    return this.#transport.call(createStockAdjustmentOperation, input, options);
  }
}
