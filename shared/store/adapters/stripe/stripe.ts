import type Stripe from 'stripe';
import * as z from 'zod';
import {
  type CheckoutRequest,
  isPlan,
  type PaymentProvider,
  type PricedItem,
  type ProviderEvent,
  type SubscribedItems,
} from '#commerce/billing/provider.ts';
import { paymentsEnvironment } from '#contract/environment.ts';
import { ApiError } from '#contract/errors.ts';
import { addOnNames } from '#contract/plans.ts';
import { readSecret } from '../secrets.ts';
import { ensurePrices, itemOfPrice, type PriceIds } from './prices.ts';
import { readProviderEvent, readSubscription } from './read-objects.ts';
import { asking, isMissing, isRefused, paymentError } from './stripe-errors.ts';

/** The version whose objects `read-objects.ts` reads. */
const stripeVersion = '2026-10-28.endive';

const toleranceSeconds = 300;

interface StripeOptions {
  /** Secret with the keys; undefined if the deployment has none. */
  readonly secretId: string | undefined;
  /** ISO 4217 code of the prices. */
  readonly currency: string;
  /** Address of a server in place of Stripe's. */
  readonly address?: string;
}

/**
 * Stripe as the payment provider, over its official library, which loads on first use. Below API Gateway's 29 seconds with its two
 * retries. The same code runs against the local provider (lib/local/payments).
 */
export function openStripe({ secretId, currency, address }: StripeOptions): PaymentProvider {
  const keys = paymentKeysIn(secretId);
  let opened: { readonly key: string; readonly stripe: Stripe } | undefined;
  let prices: Promise<PriceIds> | undefined;

  async function client({ api_key }: PaymentKeys): Promise<Stripe> {
    if (opened?.key === api_key) return opened.stripe;
    const { default: Library } = await import('stripe');
    const stripe = new Library(api_key, {
      apiVersion: stripeVersion,
      maxNetworkRetries: 2,
      timeout: 4000,
      telemetry: false,
      ...(address !== undefined && serverAt(address)),
    });
    [opened, prices] = [{ key: api_key, stripe }, undefined];
    return stripe;
  }
  const open = async () => client(await keys.current());

  function priceIds(stripe: Stripe): Promise<PriceIds> {
    prices ??= ensurePrices(stripe, currency).catch((error: unknown) => {
      prices = undefined;
      throw error;
    });
    return prices;
  }

  /** The items of a subscription after a change, as Stripe takes them. */
  async function itemsAfter(stripe: Stripe, id: string, wanted: SubscribedItems) {
    const { items } = await asking(stripe.subscriptions.retrieve(id));
    return itemChanges(items.data, wanted, await priceIds(stripe));
  }

  return {
    async createCustomer({ id, name }, idempotencyKey) {
      const stripe = await open();
      const params = { name, metadata: { brand_id: id } };
      return (await asking(stripe.customers.create(params, { idempotencyKey }))).id;
    },

    async createCheckout(request, idempotencyKey) {
      const stripe = await open();
      const params = checkoutParams(request, await priceIds(stripe));
      const session = await asking(stripe.checkout.sessions.create(params, { idempotencyKey }));
      if (session.url === null) throw new ApiError('payment_provider_unavailable');
      return {
        id: session.id,
        url: session.url,
        expires_at: new Date(session.expires_at * 1000).toISOString(),
      };
    },

    async expireCheckout(id, idempotencyKey) {
      const stripe = await open();
      await stripe.checkout.sessions.expire(id, {}, { idempotencyKey }).catch((error: unknown) => {
        // It is used or expired.
        if (!isRefused(error) && !isMissing(error)) throw paymentError(error);
      });
    },

    async createPortal({ customer_id, return_url }, idempotencyKey) {
      const stripe = await open();
      const params = { customer: customer_id, return_url };
      const { id, url } = await asking(stripe.billingPortal.sessions.create(params, { idempotencyKey }));
      return { id, url };
    },

    async findSubscription(id) {
      const stripe = await open();
      try {
        return readSubscription(await stripe.subscriptions.retrieve(id));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw paymentError(error);
      }
    },

    async changeItems(id, wanted, { key: idempotencyKey, proration_date }) {
      const stripe = await open();
      const params = {
        items: await itemsAfter(stripe, id, wanted),
        proration_behavior: 'always_invoice',
        // The change is refused if it cannot be paid.
        payment_behavior: 'error_if_incomplete',
        ...(proration_date !== undefined && { proration_date: secondsOf(proration_date) }),
      } as const;
      return readSubscription(await asking(stripe.subscriptions.update(id, params, { idempotencyKey })));
    },

    async previewItems(id, wanted, proration_date) {
      const stripe = await open();
      const preview = await asking(
        stripe.invoices.createPreview({
          subscription: id,
          subscription_details: {
            items: await itemsAfter(stripe, id, wanted),
            proration_behavior: 'always_invoice',
            proration_date: secondsOf(proration_date),
          },
        }),
      );
      return {
        due_now_cents: preview.total,
        currency: preview.currency.toUpperCase(),
        lines: preview.lines.data.map(({ description, amount }) => ({
          description: description ?? '',
          amount_cents: amount,
        })),
      };
    },

    async setCancellation(id, atPeriodEnd, idempotencyKey) {
      const stripe = await open();
      const params = atPeriodEnd ? { cancel_at_period_end: true } : await renewal(stripe, id);
      return readSubscription(await asking(stripe.subscriptions.update(id, params, { idempotencyKey })));
    },

    async cancelNow(id, idempotencyKey) {
      const stripe = await open();
      try {
        return readSubscription(await stripe.subscriptions.cancel(id, {}, { idempotencyKey }));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw paymentError(error);
      }
    },

    async readEvent(payload, signature, now) {
      const current = await keys.current();
      const event =
        (await verified(payload, signature, now, current)) ??
        (await verified(payload, signature, now, await keys.renewed()));
      if (event === undefined) throw new ApiError('invalid_signature');
      return event;
    },
  };

  async function verified(
    payload: string,
    signature: string | undefined,
    now: Date,
    current: PaymentKeys | undefined,
  ): Promise<ProviderEvent | undefined> {
    if (current === undefined || signature === undefined) return undefined;
    const { webhooks } = await client(current);
    const receivedAt = now.getTime();
    try {
      webhooks.constructEvent(
        payload,
        signature,
        current.webhook_secret,
        toleranceSeconds,
        undefined,
        receivedAt,
      );
    } catch {
      return undefined;
    }
    return readProviderEvent(JSON.parse(payload));
  }
}

function serverAt(address: string) {
  const { hostname, port, protocol } = new URL(address);
  return { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' } as const;
}

const secondsOf = (time: string) => Math.floor(Date.parse(time) / 1000);

const itemsOf = ({ plan, add_ons }: SubscribedItems): ReadonlyMap<PricedItem, number> =>
  new Map<PricedItem, number>([
    [plan, 1],
    ...addOnNames.flatMap((name): [PricedItem, number][] => {
      const quantity = add_ons[name] ?? 0;
      return quantity > 0 ? [[name, quantity]] : [];
    }),
  ]);

/** What takes back the end of a subscription: an end at a date, or one with the period. Stripe takes only one of the two. */
async function renewal(stripe: Stripe, id: string): Promise<Stripe.SubscriptionUpdateParams> {
  const { cancel_at, cancel_at_period_end } = await asking(stripe.subscriptions.retrieve(id));
  return cancel_at !== null && !cancel_at_period_end ? { cancel_at: '' } : { cancel_at_period_end: false };
}

function checkoutParams(
  { customer_id, brand_id, success_url, cancel_url, ...wanted }: CheckoutRequest,
  prices: PriceIds,
) {
  return {
    mode: 'subscription',
    customer: customer_id,
    client_reference_id: brand_id,
    success_url,
    cancel_url,
    line_items: [...itemsOf(wanted)].map(([item, quantity]) => ({ price: prices[item], quantity })),
    subscription_data: { metadata: { brand_id } },
  } as const;
}

/** Keeps the items of the catalog that stay, exchanges the plan, and removes and adds add-ons. */
function itemChanges(
  present: readonly Stripe.SubscriptionItem[],
  wanted: SubscribedItems,
  prices: PriceIds,
): Stripe.SubscriptionUpdateParams.Item[] {
  const missing = new Map(itemsOf(wanted));
  const changes: Stripe.SubscriptionUpdateParams.Item[] = [];
  for (const { id, price } of present) {
    const item = itemOfPrice(price);
    // A person added another price at the provider.
    if (item === undefined) continue;
    const kept = isPlan(item) ? wanted.plan : item;
    const quantity = missing.get(kept);
    missing.delete(kept);
    if (quantity === undefined) changes.push({ id, deleted: true });
    // An item that stays keeps its price, also after a change of the catalog.
    else changes.push({ id, quantity, ...(kept !== item && { price: prices[kept] }) });
  }
  for (const [item, quantity] of missing) changes.push({ price: prices[item], quantity });
  return changes;
}

const secretText = z.object({ api_key: z.string(), webhook_secret: z.string() });

type PaymentKeys = z.output<typeof secretText>;

const keptMilliseconds = 300_000;

/** Reads the keys, and keeps them for five minutes or until `renew`. */
function paymentKeysIn(secretId: string | undefined) {
  let known: { readonly keys: PaymentKeys; readonly at: number } | undefined;
  const read = async () => {
    if (secretId === undefined) throw new ApiError('billing_not_configured');
    const keys = keysFrom(await readSecret(secretId));
    known = { keys, at: performance.now() };
    return keys;
  };
  return {
    /** @throws ApiError billing_not_configured while no API key is stored */
    async current(): Promise<PaymentKeys> {
      return known !== undefined && performance.now() - known.at < keptMilliseconds ? known.keys : read();
    },
    /** The keys as stored now, if others were read more than ten seconds ago: they may have been replaced. */
    async renewed(): Promise<PaymentKeys | undefined> {
      return known !== undefined && performance.now() - known.at > 10_000 ? read() : undefined;
    },
  };
}

function keysFrom(text: string): PaymentKeys {
  const { data } = secretText.safeParse(parsed(text));
  if (data === undefined || data.api_key === '') throw new ApiError('billing_not_configured');
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let opened: PaymentProvider | undefined;

/** The payment provider of the deployment, opened once for each function instance, when it is first needed. */
export function payments(): PaymentProvider {
  opened ??= openPayments();
  return opened;
}

function openPayments(): PaymentProvider {
  const { PAYMENT_KEYS_SECRET, LOCAL_PAYMENTS_URL, DEFAULT_CURRENCY } = paymentsEnvironment.parse(
    process.env,
  );
  return openStripe({
    secretId: PAYMENT_KEYS_SECRET,
    currency: DEFAULT_CURRENCY,
    ...(LOCAL_PAYMENTS_URL !== undefined && { address: LOCAL_PAYMENTS_URL }),
  });
}
