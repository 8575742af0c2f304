import { newProduct } from '#commerce/product.ts';
import { createProduct } from '#contract/commerce/products.ts';
import { created, endpoint } from '#http/endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { putProduct } from '#store/commerce/products.ts';

export const handler = endpoint(createProduct, async ({ body, now, newId, recordReply }) => {
  const product = newProduct(body, { id: newId(), now });
  const reply = created(product, `/api/v1/products/${product.id}`, { version: product.version });
  await putProduct(commerceTable, product, recordReply(reply));
  return reply;
});
