import type * as declared from '#commerce/stock/contract.ts';
import {
  levelKey,
  quantityWrite,
  rulesWrites,
  stockAdjustments,
  stockLevels,
} from '#commerce/stock/records.ts';
import { adjustStock, lowStockEvents, withStockRules } from '#commerce/stock/reserve.ts';
import { found } from '#contract/errors.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import { created, ok, okList, okPage } from '#http/reply/replies.ts';

export async function listStock({ query: { brand_id, ...page } }: Call<typeof declared.listStock>) {
  const { data, nextCursor } = await stockLevels.page({ brand_id }, page);
  return okPage(data, nextCursor);
}

export async function getProductStock({ resource: product }: Call<typeof declared.getProductStock>) {
  const { brand_id, id: product_id } = product;
  return okList(await Array.fromAsync(stockLevels.all({ brand_id, product_id })));
}

export async function updateProductStock({
  resource: product,
  body,
  now,
}: Call<typeof declared.updateProductStock>) {
  const before = await stockLevels.find(levelOf(product, body));
  const after = withStockRules(product, before, body, now);
  return change(ok(after), ...rulesWrites(before, after));
}

export async function createStockAdjustment({
  resource: product,
  body,
  now,
  newId,
  principal,
}: Call<typeof declared.createStockAdjustment>) {
  const { brand_id } = product;
  const before = found(await stockLevels.find(levelOf(product, body)));
  const { level, adjustment } = adjustStock(before, body, { id: newId(), now, by: principal.subject });
  return change(
    created({ adjustment, stock: level }, undefined),
    quantityWrite(before, level),
    stockAdjustments.insert(adjustment),
    { brand_id, events: lowStockEvents(product, before, level) },
  );
}

export async function listStockAdjustments({
  resource: product,
  query,
}: Call<typeof declared.listStockAdjustments>) {
  const { brand_id, id: product_id } = product;
  const page = { ...query, newestFirst: true };
  const { data, nextCursor } = await stockAdjustments.page({ brand_id, product_id }, page);
  return okPage(data, nextCursor);
}

const levelOf = (
  { brand_id, id: product_id }: { readonly brand_id: string; readonly id: string },
  { variant_id }: { readonly variant_id?: string | undefined },
) => levelKey({ brand_id, product_id, variant_id });
