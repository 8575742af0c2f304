// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { ChangeOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listOrdersOperation: Operation = {
  id: 'listOrders',
  method: 'GET',
  path: '/api/v1/orders',
  inQuery: ['brand_id', 'customer', 'text', 'status', 'fulfillment', 'stop_id', 'product_id', 'payment_state', 'created_from', 'created_to', 'sort', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createOrderOperation: Operation = {
  id: 'createOrder',
  method: 'POST',
  path: '/api/v1/orders',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getOrderOperation: Operation = {
  id: 'getOrder',
  method: 'GET',
  path: '/api/v1/orders/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const editOrderOperation: Operation = {
  id: 'editOrder',
  method: 'PATCH',
  path: '/api/v1/orders/{id}',
  inPath: ['id'],
  body: { mediaType: 'application/merge-patch+json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const updateOrderStatusOperation: Operation = {
  id: 'updateOrderStatus',
  method: 'PUT',
  path: '/api/v1/orders/{id}/status',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const listOrderChangesOperation: Operation = {
  id: 'listOrderChanges',
  method: 'GET',
  path: '/api/v1/orders/{id}/history',
  inPath: ['id'],
  inQuery: ['limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const listOrderPaymentsOperation: Operation = {
  id: 'listOrderPayments',
  method: 'GET',
  path: '/api/v1/orders/{id}/payments',
  inPath: ['id'],
  inQuery: ['limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createOrderPaymentOperation: Operation = {
  id: 'createOrderPayment',
  method: 'POST',
  path: '/api/v1/orders/{id}/payments',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const createOrderRefundOperation: Operation = {
  id: 'createOrderRefund',
  method: 'POST',
  path: '/api/v1/orders/{id}/refunds',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

/** Input of `listOrders`. */
export type ListOrdersInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** E-mail address of the customer, or beginnings of the words of the name */
  readonly customer?: string | undefined;
  /** Beginnings of words in customer, address, notes or promo code; up to five words */
  readonly text?: string | undefined;
  /** Orders in this status */
  readonly status?: 'pending' | 'confirmed' | 'ready' | 'completed' | 'cancelled' | undefined;
  /** Orders of this fulfillment */
  readonly fulfillment?: 'pickup' | 'ship' | 'mixed' | undefined;
  /** Orders of this stop */
  readonly stop_id?: string | undefined;
  /** Orders with this product */
  readonly product_id?: string | undefined;
  /** Orders in this state of payment */
  readonly payment_state?: 'unpaid' | 'authorized' | 'paid' | 'partially_refunded' | 'refunded' | undefined;
  /** Orders created at this time or later */
  readonly created_from?: string | undefined;
  /** Orders created at this time or earlier */
  readonly created_to?: string | undefined;
  /** Order of the list; `-` is descending. Orders of one status or total are newest first */
  readonly sort?: 'created' | '-created' | 'total' | '-total' | 'status' | '-status' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createOrder`. */
export type CreateOrderInput = {
  readonly brand_id: string;
  readonly customer_email?: string | undefined;
  readonly customer_name?: string | undefined;
  readonly customer_phone?: string | undefined;
  readonly customer_address?: string | undefined;
  readonly items: readonly {
    readonly product_id: string;
    readonly variant_id?: string | undefined;
    readonly quantity: number;
    readonly price: number;
    readonly fulfillment?: 'pickup' | 'ship' | undefined;
  }[];
  readonly fulfillment?: 'pickup' | 'ship' | 'mixed' | undefined;
  readonly stop_id?: string | undefined;
  /** Day of the pickup at the stop, YYYY-MM-DD */
  readonly pickup_date?: string | undefined;
  readonly promo_code?: string | undefined;
  readonly notes?: string | undefined;
  readonly discount_lines?: readonly {
    readonly label: string;
    readonly amount_cents: number;
  }[] | undefined;
  readonly shipping_lines?: readonly {
    readonly label: string;
    readonly amount_cents: number;
  }[] | undefined;
  readonly tax_lines?: readonly {
    readonly label: string;
    readonly amount_cents: number;
    readonly rate_percent?: number | undefined;
  }[] | undefined;
  /** Referral credit of the customer that the order uses */
  readonly credit_cents?: number | undefined;
};

/** Input of `getOrder`. */
export type GetOrderInput = {
  /** Id of the order */
  readonly id: string;
};

/** Input of `editOrder`. */
export type EditOrderInput = {
  /** Id of the order */
  readonly id: string;
  readonly customer_email?: string | undefined;
  readonly customer_name?: string | null | undefined;
  readonly customer_phone?: string | null | undefined;
  readonly customer_address?: string | null | undefined;
  readonly items?: readonly {
    readonly product_id: string;
    readonly variant_id?: string | undefined;
    readonly quantity: number;
    readonly price: number;
    readonly fulfillment?: 'pickup' | 'ship' | undefined;
  }[] | undefined;
  readonly fulfillment?: 'pickup' | 'ship' | 'mixed' | undefined;
  readonly stop_id?: string | null | undefined;
  readonly pickup_date?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly discount_lines?: (readonly {
    readonly label: string;
    readonly amount_cents: number;
  }[]) | null | undefined;
  readonly shipping_lines?: (readonly {
    readonly label: string;
    readonly amount_cents: number;
  }[]) | null | undefined;
  readonly tax_lines?: (readonly {
    readonly label: string;
    readonly amount_cents: number;
    readonly rate_percent?: number | undefined;
  }[]) | null | undefined;
};

/** Input of `updateOrderStatus`. */
export type UpdateOrderStatusInput = {
  /** Id of the order */
  readonly id: string;
  readonly status: 'pending' | 'confirmed' | 'ready' | 'completed' | 'cancelled';
  readonly reason?: string | undefined;
};

/** Input of `listOrderChanges`. */
export type ListOrderChangesInput = {
  /** Id of the order */
  readonly id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `listOrderPayments`. */
export type ListOrderPaymentsInput = {
  /** Id of the order */
  readonly id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createOrderPayment`. */
export type CreateOrderPaymentInput = {
  /** Id of the order */
  readonly id: string;
  readonly amount_cents: number;
  readonly method: 'cash' | 'card' | 'check' | 'bank_transfer' | 'other';
  readonly reference?: string | undefined;
  readonly kind?: 'authorization' | 'payment' | 'void' | undefined;
  readonly note?: string | undefined;
};

/** Result of `createOrderPayment`. */
export type CreateOrderPaymentResult = {
  readonly payment: schema.OrderPayment;
  readonly order: schema.Order;
};

/** Input of `createOrderRefund`. */
export type CreateOrderRefundInput = {
  /** Id of the order */
  readonly id: string;
  readonly amount_cents: number;
  readonly method: 'cash' | 'card' | 'check' | 'bank_transfer' | 'other';
  readonly reference?: string | undefined;
  readonly reason: string;
  readonly restock?: boolean | undefined;
  readonly return_credit?: boolean | undefined;
};

/** Result of `createOrderRefund`. */
export type CreateOrderRefundResult = {
  readonly payment: schema.OrderPayment;
  readonly order: schema.Order;
};

export class OrdersOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List and search the orders of a brand, newest first
   *
   * All filters must match. A request reads a bounded part of the index, so a page may hold fewer orders
   * than limit and still have a next_cursor. Lists by created time are strongly consistent, except with
   * status alone, customer e-mail or stop_id; those and lists by total follow a change within moments.
   *
   * operationId: listOrders
   */
  list(input: ListOrdersInput, options?: RequestOptions): PagedCall<schema.Order, CursorPage<schema.Order>> {
    return this.#transport.list(listOrdersOperation, input, options);
  }

  /**
   * Create an order
   *
   * The total is the exact sum of price x quantity, rounded half up to the cent once. Prices may have any
   * number of decimals. The maximum total is 9,999,999,999.99. In a brand with catalog `managed`, every
   * product must exist and be active. In a brand with prices `match`, every price must equal the price of
   * its product. In a brand with stops `managed`, the stop must be active, and pickup_date one of its
   * days before the cut-off with capacity left. amount_due is the total less discounts and credit plus
   * shipping and taxes, in the currency of the brand. Lines of discounts, shipping and taxes come from
   * the body, else from the settings of the brand. With promotions `on`, promo_code must be valid.
   * credit_cents uses that much referral credit of the customer, who is known by customer_email. An order
   * reserves the tracked stock of its products, or is refused whole; at most 50 products or variants of
   * an order can have tracked stock.
   *
   * operationId: createOrder
   */
  create(input: CreateOrderInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Order> {
    return this.#transport.call(createOrderOperation, input, options);
  }

  /**
   * Get an order
   *
   * operationId: getOrder
   */
  get(input: GetOrderInput, options: RequestOptions & ChangeOptions): ApiCall<schema.Order | undefined>;
  /**
   * Get an order
   *
   * operationId: getOrder
   */
  get(input: GetOrderInput, options?: RequestOptions): ApiCall<schema.Order>;
  get(input: GetOrderInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getOrderOperation, input, options);
  }

  /**
   * Edit a pending order
   *
   * The body is a JSON merge patch: an omitted member stays, and null removes a member. Items are
   * replaced as a whole. Prices, stock, amounts and the promo code are checked again as in a new order.
   * Lines of discounts, shipping and taxes that the caller gave stay; null returns to those of the
   * settings. Credit beyond the new amount due goes back to the customer.
   *
   * operationId: editOrder
   */
  edit(input: EditOrderInput, options?: RequestOptions & MatchOptions): ApiCall<schema.Order> {
    return this.#transport.call(editOrderOperation, input, options);
  }

  /**
   * Change the status of an order
   *
   * pending → confirmed → ready → completed; cancelled from any of the first three. Other changes are
   * 409. A cancelled order releases its stock and its use of a promo code, and gives its referral credit
   * back; a completed order consumes its stock. The reason of a cancellation is kept with the order.
   *
   * operationId: updateOrderStatus
   */
  updateStatus(input: UpdateOrderStatusInput, options?: RequestOptions & MatchOptions): ApiCall<schema.Order> {
    return this.#transport.call(updateOrderStatusOperation, input, options);
  }

  /**
   * List the changes of an order, newest first
   *
   * operationId: listOrderChanges
   */
  listChanges(input: ListOrderChangesInput, options?: RequestOptions): PagedCall<schema.OrderChange, CursorPage<schema.OrderChange>> {
    return this.#transport.list(listOrderChangesOperation, input, options);
  }

  /**
   * List the payments and refunds of an order, newest first
   *
   * operationId: listOrderPayments
   */
  listPayments(input: ListOrderPaymentsInput, options?: RequestOptions): PagedCall<schema.OrderPayment, CursorPage<schema.OrderPayment>> {
    return this.#transport.list(listOrderPaymentsOperation, input, options);
  }

  /**
   * Record a payment of an order
   *
   * The amount must not exceed the amount due that is not yet paid. An authorization does not change what
   * is paid; a later payment uses it up. An order is paid when its payments less refunds reach the amount
   * due.
   *
   * operationId: createOrderPayment
   */
  createPayment(input: CreateOrderPaymentInput, options?: RequestOptions & KeyOptions & MatchOptions): ApiCall<CreateOrderPaymentResult> {
    return this.#transport.call(createOrderPaymentOperation, input, options);
  }

  /**
   * Record a refund of an order
   *
   * Refunds never exceed payments. With restock, the stock of a completed order returns to the stock on
   * hand, once for each order. A refund of all that is paid gives the referral credit of the order back,
   * once; return_credit gives it back with a smaller refund, or with amount_cents 0 for an order that
   * only credit has paid.
   *
   * operationId: createOrderRefund
   */
  createRefund(input: CreateOrderRefundInput, options?: RequestOptions & KeyOptions & MatchOptions): ApiCall<CreateOrderRefundResult> {
    return this.#transport.call(createOrderRefundOperation, input, options);
  }
}
