import { productCreatedEvent } from '#commerce/event-facts.ts';
import { newProduct } from '#commerce/product.ts';
import { createProduct } from '#contract/commerce/products.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { useEntitlement } from '#store/commerce/billing/entitlements.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { insertProduct } from '#store/commerce/products.ts';

export const handler = commerceEndpoint(
  createProduct,
  async ({ body, now, newId, recordReply, recordEvents }) => {
    const product = newProduct(body, { id: newId(), now, newId });
    const { brand_id: brandId } = product;
    const reply = created(product, `/api/v1/products/${product.id}`, { version: product.version });
    const others = [...recordEvents(brandId, [productCreatedEvent(product)]), ...recordReply(reply)];
    await retryOnConflict(async () => {
      const use = await useEntitlement(commerceTable, { brandId, name: 'products', amount: 1, now });
      await insertProduct(commerceTable, product, [...use, ...others]);
    });
    return reply;
  },
);
