import type { ShownProduct as Product } from '#commerce/products/product-fields.ts';
import type { StockLevel } from '#commerce/stock/contract.ts';
import { api } from '#web/api/api.ts';
import { errorText } from '#web/api/error-text.ts';
import { toast } from '#web/components/toasts.tsx';
import { refreshAll } from '#web/data/query.ts';
import { formatAmount, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** Saves the price of a product and offers to undo the change. */
export async function changePrice(product: Product, price: number, currency: string): Promise<void> {
  const { id, name, price: before } = product;
  await reporting(() => api('PATCH /api/v1/products/{id}', { id, price }));
  toast({
    text: texts.products.priceSaved(name, formatAmount(price, currency)),
    undo: () => undo(() => api('PATCH /api/v1/products/{id}', { id, price: before ?? null })),
  });
}

/** Takes products on or off sale and offers to undo the change. */
export async function changeActive(products: readonly Product[], isActive: boolean): Promise<void> {
  const changed = products.filter(({ is_active }) => is_active !== isActive);
  const set = async (value: boolean) => {
    for (const { id } of changed) await api('PATCH /api/v1/products/{id}', { id, is_active: value });
  };
  await reporting(() => set(isActive));
  const { activated, deactivated } = texts.products;
  const names = changed.map(({ name }) => name).join(', ');
  toast({ text: isActive ? activated(names) : deactivated(names), undo: () => undo(() => set(!isActive)) });
}

/**
 * Records a count of the stock and offers to undo it. The undo takes back the difference, so that sales in between stay
 * counted. Returns the new level.
 */
export async function countStock(name: string, level: StockLevel, quantity: number): Promise<StockLevel> {
  const { adjustment, stock } = await reporting(() => correct(level, quantity));
  toast({
    text: texts.products.stockSaved(name, formatNumber(quantity)),
    undo: () => undo(() => takeBack(level, adjustment.change)),
  });
  return stock;
}

/** Shows a failure in a toast and passes it on. */
async function reporting<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    const { title, detail } = errorText(error);
    toast({ text: title, detail, tone: 'danger' });
    throw error;
  }
}

async function takeBack(level: StockLevel, change: number): Promise<void> {
  const levels = await api('GET /api/v1/products/{id}/stock', { id: level.product_id });
  const current = levels.find(({ variant_id }) => variant_id === level.variant_id) ?? level;
  await correct(current, Math.max(current.on_hand - change, 0), texts.products.undoReason);
}

const correct = ({ product_id, variant_id }: StockLevel, quantity: number, reason?: string) =>
  api('POST /api/v1/products/{id}/stock/adjustments', {
    id: product_id,
    variant_id,
    kind: 'correct',
    quantity,
    reason,
  });

function undo(change: () => Promise<unknown>): void {
  const refresh = () => refreshAll('products');
  void reporting(change).then(refresh, refresh);
}
