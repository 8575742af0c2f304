import type Stripe from 'stripe';
import {
  itemOfPriceKey,
  monthlyCentsOf,
  nameOfItem,
  type PricedItem,
  pricedItems,
  priceKeyOf,
} from '#commerce/billing/provider.ts';
import { asking } from './stripe-errors.ts';

export type PriceIds = Readonly<Record<PricedItem, string>>;

/** The price of every item of the catalog, found by its lookup key and created if missing. Idempotent. */
export async function ensurePrices(stripe: Stripe, currency: string): Promise<PriceIds> {
  const keys = pricedItems.map((item) => priceKeyOf(item, currency));
  const { data } = await asking(stripe.prices.list({ lookup_keys: keys, active: true, limit: 10 }));
  const ids = new Map(data.flatMap(({ id, lookup_key }) => (lookup_key === null ? [] : [[lookup_key, id]])));
  const entries = await Promise.all(
    pricedItems.map(async (item) => {
      const known = ids.get(priceKeyOf(item, currency));
      return [item, known ?? (await createPrice(stripe, item, currency))] as const;
    }),
  );
  // One entry for each item.
  return Object.fromEntries(entries) as PriceIds;
}

async function createPrice(stripe: Stripe, item: PricedItem, currency: string): Promise<string> {
  const lookup_key = priceKeyOf(item, currency);
  const { id } = await asking(
    stripe.prices.create(
      {
        lookup_key,
        currency: currency.toLowerCase(),
        unit_amount: monthlyCentsOf(item),
        recurring: { interval: 'month' },
        product_data: { name: `Granary ${nameOfItem(item)}` },
        metadata: { granary_item: item },
      },
      { idempotencyKey: `price-${lookup_key}` },
    ),
  );
  return id;
}

/** The item of a price; undefined for a price that is not of our catalog. */
export const itemOfPrice = ({
  lookup_key,
  metadata,
}: {
  readonly lookup_key: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}): PricedItem | undefined =>
  itemOfPriceKey(lookup_key ?? '') ?? pricedItems.find((item) => item === metadata['granary_item']);
