import { newProduct } from '#commerce/product.ts';
import { createProduct } from '#contract/commerce/products.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { insertProduct } from '#store/commerce/products.ts';

export const handler = commerceEndpoint(createProduct, async ({ body, now, newId, recordReply }) => {
  const product = newProduct(body, { id: newId(), now });
  const reply = created(product, `/api/v1/products/${product.id}`, { version: product.version });
  await insertProduct(commerceTable, product, recordReply(reply));
  return reply;
});
