import { requireVersion } from '#commerce/expected-version.ts';
import { deleteProduct } from '#contract/commerce/products.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, noContent } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { freeEntitlement } from '#store/commerce/billing/entitlements.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { imageSetRemoval, readImageSet } from '#store/commerce/product-images/image-sets.ts';
import { findProduct, removeProduct } from '#store/commerce/products.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';

export const handler = commerceEndpoint(
  deleteProduct,
  async ({ parameters, heldBrands, authorize, allowsChange, now, recordEvents, wakeFor }) => {
    const work = { kind: 'remove-images', key: parameters.id } as const;
    const { images } = await retryOnConflict(async () => {
      const product = found(await findProduct(commerceTable, heldBrands, parameters.id));
      authorize(product.brand_id);
      requireVersion(product, allowsChange);
      const { brand_id, id } = product;
      const set = await readImageSet(commerceTable, product);
      const payload = { brand_id, product_id: id, image_ids: set.images.map((image) => image.id) };
      const use = { brandId: brand_id, name: 'products', amount: 1, now } as const;
      await removeProduct(commerceTable, product, [
        imageSetRemoval(product, set),
        ...(set.images.length > 0 ? [scheduleWork({ ...work, due: now, payload })] : []),
        ...(await freeEntitlement(commerceTable, use)),
        ...recordEvents(brand_id, [{ type: 'product.deleted', data: { id } }]),
      ]);
      return set;
    });
    if (images.length > 0) await wakeFor(work, now);
    return noContent();
  },
);
