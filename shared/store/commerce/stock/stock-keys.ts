import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';
import { encodedText } from '../../records/key-pattern.ts';

/** The level of a product, or of a variant. */
export const stockKey = (brandId: string, productId: string, variantId: string | undefined): ItemKey => ({
  pk: `STOCK#${brandId}`,
  sk: `${productId}#${variantId === undefined ? 'PRODUCT' : encodedText(`VARIANT.${variantId}`)}`,
});
export const stockOf = (brandId: string): KeyPrefix => ({ pk: `STOCK#${brandId}`, prefix: '' });
export const stockOfProduct = (brandId: string, productId: string): KeyPrefix => ({
  pk: `STOCK#${brandId}`,
  prefix: `${productId}#`,
});

export const stockAdjustmentKey = (brandId: string, productId: string, id: string): ItemKey => ({
  pk: `STOCKLOG#${brandId}#${productId}`,
  sk: id,
});
export const stockAdjustmentsOf = (brandId: string, productId: string): KeyPrefix => ({
  pk: `STOCKLOG#${brandId}#${productId}`,
  prefix: '',
});
