import { orderAttempts } from '#commerce/orders/contract.ts';
import { adjustStock, lowStockEvents } from '#commerce/stock/adjust.ts';
import { createStockAdjustment } from '#contract/commerce/stock.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findProduct } from '#store/commerce/products.ts';
import {
  adjustmentAction,
  findStockLevel,
  stockAdjustmentAction,
} from '#store/commerce/stock/stock-levels.ts';
import { transact } from '#store/dynamodb/table.ts';

export const handler = commerceEndpoint(
  createStockAdjustment,
  ({ parameters, body, heldBrands, authorize, principal, now, newId, recordReply, recordEvents }) =>
    retryOnConflict(async () => {
      const product = found(await findProduct(commerceTable, heldBrands, parameters.id));
      authorize(product.brand_id);
      const stocked = { product_id: product.id, variant_id: body.variant_id };
      const before = found(await findStockLevel(commerceTable, product.brand_id, stocked));
      const recording = { id: newId(), now, by: principal.subject };
      const { level, adjustment } = adjustStock(before, body, recording);
      const reply = created({ adjustment, stock: level }, undefined);
      await transact(commerceTable, [
        adjustmentAction(before, level),
        stockAdjustmentAction(adjustment),
        ...recordEvents(product.brand_id, lowStockEvents(product, before, level)),
        ...recordReply(reply),
      ]);
      return reply;
    }, orderAttempts),
);
