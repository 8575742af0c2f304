import { canonicalSku, skusOf } from '#commerce/product.ts';
import type { Product } from '#contract/commerce/products.ts';
import { ApiError } from '#contract/errors.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { getItems, insertion } from '../dynamodb/items.ts';
import type { Table, TransactAction } from '../dynamodb/table.ts';
import { skuKey } from './commerce-keys.ts';

export interface SkuActions {
  /** The first actions of the transaction. */
  readonly actions: readonly TransactAction[];
  /** The refusal of a transaction in which only SKUs were taken; undefined for any other failure. */
  refusal(error: unknown): ApiError | undefined;
}

/**
 * The actions that reserve the new SKUs of a product and release those that it no longer has. An item per SKU makes it
 * unique in the brand. The change of the product in the same transaction is conditional on `before`.
 */
export function skuActions({
  before,
  after,
}: {
  readonly before?: Product;
  readonly after?: Product;
}): SkuActions {
  const [earlier, later] = [before ? skusOf(before) : new Map(), after ? skusOf(after) : new Map()];
  const taken = [...later].filter(([sku]) => !earlier.has(sku));
  const released = [...earlier.keys()].filter((sku) => !later.has(sku));
  const brandId = (after ?? before)?.brand_id ?? '';
  const product_id = (after ?? before)?.id ?? '';
  return {
    actions: [
      ...taken.map(([sku]) => insertion({ ...skuKey(brandId, sku), product_id })),
      ...released.map((sku) => ({ Delete: { Key: { ...skuKey(brandId, sku) } } })),
    ],
    refusal(error) {
      if (!(error instanceof ConditionFailed)) return undefined;
      const failed = error.failures.map(({ index }) => taken[index]);
      const details = failed.flatMap((one) =>
        one === undefined
          ? []
          : [
              {
                path: ['body', ...one[1]],
                message: `SKU ${one[0]} belongs to another product`,
                code: 'sku_taken',
              },
            ],
      );
      return details.length === failed.length ? new ApiError('sku_taken', { details }) : undefined;
    },
  };
}

/** The ids of the products that have these SKUs, by SKU in its canonical form. */
export async function productsBySku(
  table: Table,
  brandId: string,
  skus: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const codes = new Map(
    skus.map(canonicalSku).map((code) => {
      const key = skuKey(brandId, code);
      return [key.sk, { key, code }];
    }),
  );
  const items = await getItems(
    table,
    [...codes.values()].map(({ key }) => key),
  );
  return new Map(
    items.map((item) => [codes.get(String(item['sk']))?.code ?? '', String(item['product_id'])]),
  );
}

interface ProductState {
  readonly before?: Product | undefined;
  readonly after: Product;
}

/** The actions of {@link skuActions} for several products, among which a SKU may move. */
export function batchSkuActions(
  brandId: string,
  products: readonly ProductState[],
): readonly TransactAction[] {
  const owners = new Map<string, { from?: string; to?: string }>();
  const ownerOf = (sku: string) => {
    const known = owners.get(sku) ?? {};
    owners.set(sku, known);
    return known;
  };
  for (const { before, after } of products) {
    for (const sku of before === undefined ? [] : skusOf(before).keys()) ownerOf(sku).from = after.id;
    for (const sku of skusOf(after).keys()) ownerOf(sku).to = after.id;
  }
  return [...owners].flatMap(([sku, { from, to }]): TransactAction[] => {
    const Key = { ...skuKey(brandId, sku) };
    if (from === to) return [];
    if (to === undefined) return [{ Delete: { Key } }];
    if (from === undefined) return [insertion({ ...Key, product_id: to })];
    return [
      {
        Put: {
          Item: { ...Key, product_id: to },
          ConditionExpression: 'product_id = :from',
          ExpressionAttributeValues: { ':from': from },
        },
      },
    ];
  });
}
