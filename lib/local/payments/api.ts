import * as z from 'zod';
import type { Ledger } from './ledger.ts';
import { invalid, missing, newId, type Price, type Session } from './records.ts';
import { invoiceObject } from './stripe-invoice.ts';
import { customerObject, listOf, portalObject, priceObject, sessionObject } from './stripe-objects.ts';
import { subscriptionObject } from './stripe-subscription.ts';

export interface ApiRequest {
  readonly form: Readonly<Record<string, FormValue>>;
  readonly parameter: (name: string) => string;
}

export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  run(request: ApiRequest): object;
}

const list = <Schema extends z.ZodType>(schema: Schema) =>
  z.record(z.string(), schema).transform((entries) => Object.values(entries));
const integer = z.string().regex(/^\d+$/).transform(Number);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const metadata = z.record(z.string(), z.string()).default({});

const wantedItems = list(
  z.strictObject({
    id: z.string().optional(),
    price: z.string().optional(),
    quantity: integer.optional(),
    deleted: flag.optional(),
  }),
);

const billingMode = z.strictObject({ type: z.enum(['flexible', 'classic']) });
const prorationBehavior = z.enum(['always_invoice', 'create_prorations', 'none']).optional();

/** Parameters that Stripe does not know are refused, as by Stripe. */
const schemas = {
  none: z.strictObject({}),
  customer: z.strictObject({ name: z.string().optional(), metadata }),
  prices: z.strictObject({
    lookup_keys: list(z.string()).optional(),
    active: flag.optional(),
    limit: integer.optional(),
  }),
  price: z.strictObject({
    lookup_key: z.string().optional(),
    currency: z.string().length(3),
    unit_amount: integer,
    recurring: z.strictObject({ interval: z.literal('month') }),
    product_data: z.strictObject({ name: z.string().min(1) }),
    metadata,
  }),
  session: z.strictObject({
    mode: z.literal('subscription'),
    customer: z.string(),
    client_reference_id: z.string().optional(),
    success_url: z.url(),
    cancel_url: z.url(),
    line_items: list(z.strictObject({ price: z.string(), quantity: integer })),
    subscription_data: z
      .strictObject({ metadata, billing_mode: billingMode.default({ type: 'flexible' }) })
      .prefault({}),
  }),
  portal: z.strictObject({ customer: z.string(), return_url: z.url() }),
  subscription: z.strictObject({
    items: wantedItems.optional(),
    proration_date: integer.optional(),
    proration_behavior: prorationBehavior,
    payment_behavior: z.enum(['error_if_incomplete', 'allow_incomplete']).optional(),
    cancel_at: z.union([z.literal(''), integer]).optional(),
    cancel_at_period_end: flag.optional(),
  }),
  preview: z.strictObject({
    subscription: z.string(),
    subscription_details: z.strictObject({
      items: wantedItems,
      proration_behavior: prorationBehavior,
      proration_date: integer.optional(),
    }),
  }),
};

const sessionSeconds = 86_400;

/** The operations of Stripe's API that the adapter uses, on the ledger. */
export function apiRoutes(ledger: Ledger, address: () => string): readonly ApiRoute[] {
  const { records } = ledger;
  const shownSession = (session: Session) => {
    const prices = session.lines.map(({ price, quantity }) => ({ ...ledger.priceOf(price), quantity }));
    const cents = prices.reduce((sum, { unit_amount, quantity }) => sum + unit_amount * quantity, 0);
    return sessionObject(session, { cents, currency: prices[0]?.currency ?? 'usd' }, address());
  };
  const shown = (id: string) => subscriptionObject(ledger.subscriptionOf(id), ledger.priceOf);
  const route = <Name extends keyof typeof schemas>(
    method: ApiRoute['method'],
    path: string,
    schema: Name,
    run: (form: z.output<(typeof schemas)[Name]>, parameter: ApiRequest['parameter']) => object,
  ): ApiRoute => ({
    method,
    path,
    run({ form, parameter }) {
      const parsed = schemas[schema].safeParse(form);
      if (!parsed.success) {
        const [first = '', ...rest] = parsed.error.issues[0]?.path ?? [];
        throw invalid(
          z.prettifyError(parsed.error),
          [first, ...rest.map((part) => `[${String(part)}]`)].join(''),
        );
      }
      // The schema of this name.
      return run(parsed.data as z.output<(typeof schemas)[Name]>, parameter);
    },
  });

  return [
    route('POST', '/v1/customers', 'customer', ({ name = null, metadata: kept }) => {
      const customer = { id: newId('cus'), name, metadata: kept, balance: 0, created: ledger.now };
      records.customers.set(customer.id, customer);
      return customerObject(customer);
    }),
    route('GET', '/v1/prices', 'prices', ({ lookup_keys = [] }) => {
      const found = [...records.prices.values()].filter(
        ({ lookup_key }) => lookup_key !== null && lookup_keys.includes(lookup_key),
      );
      return listOf(found.map(priceObject), '/v1/prices');
    }),
    route('POST', '/v1/prices', 'price', ({ lookup_key = null, product_data, recurring: _, ...fields }) => {
      const taken = [...records.prices.values()].some((price) => price.lookup_key === lookup_key);
      if (taken) throw invalid(`A price already uses the lookup key ${lookup_key}.`);
      const price: Price = {
        ...fields,
        id: newId('price'),
        product: newId('prod'),
        name: product_data.name,
        lookup_key,
        created: ledger.now,
      };
      records.prices.set(price.id, price);
      return priceObject(price);
    }),
    route('POST', '/v1/checkout/sessions', 'session', (form) => {
      ledger.customerOf(form.customer);
      for (const { price } of form.line_items) ledger.priceOf(price);
      const session: Session = {
        id: newId('cs_test'),
        customer: form.customer,
        client_reference_id: form.client_reference_id ?? null,
        lines: form.line_items,
        metadata: form.subscription_data.metadata,
        billing_mode: form.subscription_data.billing_mode.type,
        success_url: form.success_url,
        cancel_url: form.cancel_url,
        status: 'open',
        subscription: null,
        invoice: null,
        expires_at: ledger.now + sessionSeconds,
        created: ledger.now,
      };
      records.sessions.set(session.id, session);
      return shownSession(session);
    }),
    route('POST', '/v1/checkout/sessions/{id}/expire', 'none', (_, parameter) => {
      const session = records.sessions.get(parameter('id'));
      if (session === undefined) throw missing('checkout.session', parameter('id'));
      return shownSession(ledger.expire(session));
    }),
    route('POST', '/v1/billing_portal/sessions', 'portal', ({ customer, return_url }) => {
      ledger.customerOf(customer);
      const portal = { id: newId('bps'), customer, return_url, created: ledger.now };
      records.portals.set(portal.id, portal);
      return portalObject(portal, address());
    }),
    route('GET', '/v1/subscriptions/{id}', 'none', (_, parameter) => shown(parameter('id'))),
    route('POST', '/v1/subscriptions/{id}', 'subscription', (form, parameter) => {
      ledger.update(parameter('id'), form);
      return shown(parameter('id'));
    }),
    route('DELETE', '/v1/subscriptions/{id}', 'none', (_, parameter) => {
      ledger.cancel(parameter('id'));
      return shown(parameter('id'));
    }),
    route(
      'POST',
      '/v1/invoices/create_preview',
      'preview',
      ({ subscription, subscription_details: { items, proration_date } }) =>
        invoiceObject(
          ledger.preview(subscription, items, {
            at: proration_date ?? ledger.now,
            param: 'subscription_details[proration_date]',
          }),
          address(),
        ),
    ),
  ];
}

type FormValue = string | { [name: string]: FormValue };

/** Reads Stripe's form encoding: `items[0][price]=…` becomes `{ items: { 0: { price: … } } }`. */
export function readForm(text: string): Readonly<Record<string, FormValue>> {
  const form: Record<string, FormValue> = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = key.split('[').map((part) => part.replace(/\]$/, ''));
    put(form, [first, ...rest], value);
  }
  return form;
}

function put(into: Record<string, FormValue>, [name = '', ...rest]: readonly string[], value: string): void {
  // `expand[]` has no index.
  const key = name === '' ? String(Object.keys(into).length) : name;
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const present = into[key];
  const inner: Record<string, FormValue> = typeof present === 'object' ? present : Object.create(null);
  into[key] = inner;
  put(inner, rest, value);
}
