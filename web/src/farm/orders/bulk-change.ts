import { mayBecome } from '#commerce/order-status.ts';
import type { Order, OrderStatus } from '#contract/commerce/orders.ts';
import { changeStatus } from './change-status.ts';

const together = 4;

/** How a change of several orders ended. */
export interface BulkResult {
  readonly changed: readonly Order[];
  readonly waiting: number;
  readonly refused: number;
  /** Error of the first refused change. */
  readonly error?: unknown;
}

/** Orders that can take a status. */
export const changeable = (orders: readonly Order[], to: OrderStatus): readonly Order[] =>
  orders.filter(({ status }) => mayBecome(status, to));

/** Changes the status of several orders, some at a time. A refusal does not stop the others. */
export async function changeAll(
  orders: readonly Order[],
  to: OrderStatus,
  reason: string,
  onProgress: (done: number) => void,
): Promise<BulkResult> {
  const left = [...changeable(orders, to)];
  const changed: Order[] = [];
  let [waiting, done] = [0, 0];
  let error: unknown;
  let refused = orders.length - left.length;
  const work = async () => {
    for (let order = left.shift(); order !== undefined; order = left.shift()) {
      try {
        const outcome = await changeStatus(order, to, reason);
        if (outcome === 'waiting') waiting += 1;
        changed.push({ ...order, status: to, version: order.version + (outcome === 'sent' ? 1 : 0) });
      } catch (failure) {
        error ??= failure;
        refused += 1;
      }
      onProgress(++done);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  return { changed, waiting, refused, ...(error !== undefined && { error }) };
}
