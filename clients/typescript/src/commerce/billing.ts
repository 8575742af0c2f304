// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { KeyOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const getPlansOperation: Operation = {
  id: 'getPlans',
  method: 'GET',
  path: '/api/v1/billing/plans',
  accept: 'application/json',
  enveloped: true,
};

const getSubscriptionOperation: Operation = {
  id: 'getSubscription',
  method: 'GET',
  path: '/api/v1/billing/subscription',
  inQuery: ['brand_id'],
  accept: 'application/json',
  enveloped: true,
};

const changeSubscriptionOperation: Operation = {
  id: 'changeSubscription',
  method: 'PUT',
  path: '/api/v1/billing/subscription',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const createCheckoutOperation: Operation = {
  id: 'createCheckout',
  method: 'POST',
  path: '/api/v1/billing/checkout',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const createPortalOperation: Operation = {
  id: 'createPortal',
  method: 'POST',
  path: '/api/v1/billing/portal',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const listAddOnsOperation: Operation = {
  id: 'listAddOns',
  method: 'GET',
  path: '/api/v1/billing/add-ons',
  inQuery: ['brand_id'],
  accept: 'application/json',
  enveloped: true,
};

const setAddOnOperation: Operation = {
  id: 'setAddOn',
  method: 'POST',
  path: '/api/v1/billing/add-ons',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const previewAddOnsOperation: Operation = {
  id: 'previewAddOns',
  method: 'POST',
  path: '/api/v1/billing/add-ons/preview',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const removeAddOnOperation: Operation = {
  id: 'removeAddOn',
  method: 'DELETE',
  path: '/api/v1/billing/add-ons/{add_on}',
  inPath: ['add_on'],
  inQuery: ['brand_id'],
  accept: 'application/json',
};

const listInvoicesOperation: Operation = {
  id: 'listInvoices',
  method: 'GET',
  path: '/api/v1/billing/invoices',
  inQuery: ['brand_id', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const receiveStripeEventOperation: Operation = {
  id: 'receiveStripeEvent',
  method: 'POST',
  path: '/api/v1/webhooks/stripe',
  body: { mediaType: 'application/json', from: 'member', form: 'unchanged' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

/** Input of `getSubscription`. */
export type GetSubscriptionInput = {
  /** Id of the brand */
  readonly brand_id: string;
};

/** Input of `changeSubscription`. */
export type ChangeSubscriptionInput = {
  readonly brand_id: string;
  readonly plan?: 'starter' | 'farm' | 'enterprise' | undefined;
  readonly cancel_at_period_end?: boolean | undefined;
  readonly proration_date?: string | undefined;
};

/** Input of `createCheckout`. */
export type CreateCheckoutInput = {
  readonly brand_id: string;
  readonly plan: 'starter' | 'farm' | 'enterprise';
  readonly add_ons?: readonly {
    readonly add_on: 'extra_sends' | 'extra_brands' | 'extra_seats';
    readonly quantity: number;
  }[] | undefined;
  readonly success_url: string;
  readonly cancel_url: string;
};

/** Result of `createCheckout`. */
export type CreateCheckoutResult = {
  readonly url: string;
  readonly expires_at?: string | undefined;
};

/** Input of `createPortal`. */
export type CreatePortalInput = {
  readonly brand_id: string;
  readonly return_url: string;
};

/** Result of `createPortal`. */
export type CreatePortalResult = {
  readonly url: string;
  readonly expires_at?: string | undefined;
};

/** Input of `listAddOns`. */
export type ListAddOnsInput = {
  /** Id of the brand */
  readonly brand_id: string;
};

/** Input of `setAddOn`. */
export type SetAddOnInput = {
  readonly brand_id: string;
  readonly add_on: 'extra_sends' | 'extra_brands' | 'extra_seats';
  readonly quantity: number;
  readonly proration_date?: string | undefined;
};

/** Input of `previewAddOns`. */
export type PreviewAddOnsInput = {
  readonly brand_id: string;
  readonly plan?: 'starter' | 'farm' | 'enterprise' | undefined;
  readonly add_ons?: readonly {
    readonly add_on: 'extra_sends' | 'extra_brands' | 'extra_seats';
    readonly quantity: number;
  }[] | undefined;
};

/** Input of `removeAddOn`. */
export type RemoveAddOnInput = {
  /** Name of the add-on */
  readonly add_on: 'extra_sends' | 'extra_brands' | 'extra_seats';
  /** Id of the brand */
  readonly brand_id: string;
};

/** Input of `listInvoices`. */
export type ListInvoicesInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `receiveStripeEvent`. */
export type ReceiveStripeEventInput = {
  readonly body: string;
};

/** Result of `receiveStripeEvent`. */
export type ReceiveStripeEventResult = {
  readonly id: string;
  readonly outcome: 'applied' | 'repeated' | 'ignored' | 'unlinked';
};

export class BillingOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the plans and add-ons with their prices and entitlements
   *
   * operationId: getPlans
   */
  getPlans(options?: RequestOptions): ApiCall<schema.PlanList> {
    return this.#transport.call(getPlansOperation, {}, options);
  }

  /**
   * Get the subscription of a brand, its entitlements and their use
   *
   * A brand that never subscribed has status none and the plan of its record, which sets its API requests
   * only.
   *
   * operationId: getSubscription
   */
  getSubscription(input: GetSubscriptionInput, options?: RequestOptions): ApiCall<schema.Subscription> {
    return this.#transport.call(getSubscriptionOperation, input, options);
  }

  /**
   * Change the plan of a subscription, cancel it or keep it
   *
   * A change of plan takes effect at once. The rest of the period is prorated and charged, and the change
   * is refused if the payment is declined.
   *
   * operationId: changeSubscription
   */
  changeSubscription(input: ChangeSubscriptionInput, options?: RequestOptions): ApiCall<schema.Subscription> {
    return this.#transport.call(changeSubscriptionOperation, input, options);
  }

  /**
   * Start a subscription on the page of the payment provider
   *
   * Send the owner to `url`. The subscription begins when the provider confirms the payment. An earlier
   * page that was not used expires.
   *
   * operationId: createCheckout
   */
  createCheckout(input: CreateCheckoutInput, options?: RequestOptions & KeyOptions): ApiCall<CreateCheckoutResult> {
    return this.#transport.call(createCheckoutOperation, input, options);
  }

  /**
   * Open the billing portal: payment method, invoices, cancellation
   *
   * operationId: createPortal
   */
  createPortal(input: CreatePortalInput, options?: RequestOptions & KeyOptions): ApiCall<CreatePortalResult> {
    return this.#transport.call(createPortalOperation, input, options);
  }

  /**
   * List the add-ons of a brand with their quantities
   *
   * operationId: listAddOns
   */
  listAddOns(input: ListAddOnsInput, options?: RequestOptions): ApiCall<readonly schema.AddOn[]> {
    return this.#transport.call(listAddOnsOperation, input, options);
  }

  /**
   * Set the quantity of an add-on
   *
   * operationId: setAddOn
   */
  setAddOn(input: SetAddOnInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Subscription> {
    return this.#transport.call(setAddOnOperation, input, options);
  }

  /**
   * Preview the cost of a change of add-ons or plan
   *
   * operationId: previewAddOns
   */
  previewAddOns(input: PreviewAddOnsInput, options?: RequestOptions & KeyOptions): ApiCall<schema.ProrationPreview> {
    return this.#transport.call(previewAddOnsOperation, input, options);
  }

  /**
   * Remove an add-on; the rest of its period is credited
   *
   * operationId: removeAddOn
   */
  removeAddOn(input: RemoveAddOnInput, options?: RequestOptions): ApiCall<void> {
    return this.#transport.call(removeAddOnOperation, input, options);
  }

  /**
   * List the invoices of a brand, newest first
   *
   * operationId: listInvoices
   */
  listInvoices(input: ListInvoicesInput, options?: RequestOptions): PagedCall<schema.Invoice, CursorPage<schema.Invoice>> {
    return this.#transport.list(listInvoicesOperation, input, options);
  }

  /**
   * Receive an event of Stripe
   *
   * For Stripe only. The header Stripe-Signature must sign the body as it was sent, at most 300 seconds
   * ago. Repeated events and events in any order lead to the same state. Events of unknown types are
   * accepted.
   *
   * operationId: receiveStripeEvent
   */
  receiveStripeEvent(input: ReceiveStripeEventInput, options?: RequestOptions & KeyOptions): ApiCall<ReceiveStripeEventResult> {
    return this.#transport.call(receiveStripeEventOperation, input, options);
  }
}
