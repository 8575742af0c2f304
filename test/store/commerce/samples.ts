import { randomUUID } from 'node:crypto';
import { campaignInput } from '#commerce/campaigns/contract.ts';
import { newCampaign } from '#commerce/campaigns/rules.ts';
import { orderInput } from '#commerce/orders/contract.ts';
import { placeOrder } from '#commerce/place-order.ts';
import { newProduct } from '#commerce/product.ts';
import { productInput } from '#contract/commerce/product-fields.ts';
import { newId } from '#persistence/new-id.ts';

/** A brand that no other test uses. */
export const newBrandId = (): string => randomUUID();

type Fields = Readonly<Record<string, unknown>>;

/** A valid order of one line, placed now by default. */
export const anOrder = (brand_id: string, fields: Fields = {}, now = new Date()) =>
  placeOrder(
    orderInput.parse({ brand_id, items: [{ product_id: randomUUID(), quantity: 3, price: 0.1 }], ...fields }),
    { id: newId(now), now },
  );

export const aProduct = (brand_id: string, name: string, fields: Fields = {}, now = new Date()) =>
  newProduct(productInput.parse({ brand_id, name, ...fields }), { id: newId(now), now, newId });

export const aCampaign = (brand_id: string, fields: Fields = {}, now = new Date()) =>
  newCampaign(campaignInput.parse({ brand_id, name: 'n', subject: 's', content: 'c', ...fields }), {
    id: newId(now),
    now,
  });

/** Texts that have broken a store before. */
export const awkwardText = 'NUL \u0000, emoji 😀, \u{10ffff}, "quotes", \\, \u202e right to left';
