import { productChangedEvent } from '#commerce/event-facts.ts';
import { requireVersion } from '#commerce/expected-version.ts';
import { replaceProduct } from '#commerce/product.ts';
import { updateProduct } from '#contract/commerce/products.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { productShown } from '#http/reply/image-addresses.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeProduct, findProduct } from '#store/commerce/products.ts';

export const handler = commerceEndpoint(
  updateProduct,
  ({ parameters, body, heldBrands, authorize, addressOf, allowsChange, now, newId, recordEvents }) =>
    retryOnConflict(async () => {
      const product = found(await findProduct(commerceTable, heldBrands, parameters.id));
      authorize(product.brand_id);
      requireVersion(product, allowsChange);
      const replaced = replaceProduct(product, body, { now, newId });
      const events = recordEvents(product.brand_id, [productChangedEvent(product, replaced)]);
      await changeProduct(commerceTable, product, replaced, events);
      return ok(productShown(replaced, addressOf), { version: replaced.version });
    }),
);
