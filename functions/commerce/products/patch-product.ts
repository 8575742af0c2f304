import { productChangedEvent } from '#commerce/event-facts.ts';
import { requireVersion } from '#commerce/expected-version.ts';
import { patchProduct as patched } from '#commerce/product.ts';
import { patchProduct } from '#contract/commerce/products.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { productShown } from '#http/reply/image-addresses.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeProduct, findProduct } from '#store/commerce/products.ts';

export const handler = commerceEndpoint(
  patchProduct,
  ({ parameters, body, heldBrands, authorize, addressOf, allowsChange, now, newId, recordEvents }) =>
    retryOnConflict(async () => {
      const product = found(await findProduct(commerceTable, heldBrands, parameters.id));
      authorize(product.brand_id);
      requireVersion(product, allowsChange);
      const changed = patched(product, body, { now, newId });
      if (changed !== product) {
        const events = recordEvents(product.brand_id, [productChangedEvent(product, changed)]);
        await changeProduct(commerceTable, product, changed, events);
      }
      return ok(productShown(changed, addressOf), { version: changed.version });
    }),
);
