// Stock from adjustments and orders, in the order of time, as a clerk would keep it on paper.

import type { BrandYear } from './brand-year.ts';
import type { RawRecords } from './raw-records.ts';

/** A change of what is available of a product and of what orders hold. */
interface Movement {
  readonly at: string;
  readonly product_id: string;
  readonly available: number;
  readonly reserved: number;
  /** Only sales and adjustments announce low stock. */
  readonly announces: boolean;
}

/** Levels of the tracked products, and the times at which they fell to the mark. */
export function expectedStock(
  { orders, changes, payments, stockAdjustments }: RawRecords,
  year: BrandYear,
  { trackedIds, mark }: { readonly trackedIds: readonly string[]; readonly mark: number },
) {
  const restocked = new Map(payments.filter((one) => one.restocked).map((one) => [one.order_id, one]));
  const changesOf = Map.groupBy(changes, ({ order_id }) => order_id);
  const movements: Movement[] = [
    ...stockAdjustments.map(({ created_at: at, product_id, change }) => ({
      ...{ at, product_id, available: change, reserved: 0, announces: true },
    })),
    ...orders.flatMap((order) => {
      const edits = year.edits.filter(({ order_id }) => order_id === order.id);
      const first = quantities(edits[0]?.before ?? order.items);
      const held = quantities(order.items);
      const log = changesOf.get(order.id) ?? [];
      const ended = log.find(({ kind, status }) => kind === 'status_changed' && endings.includes(status));
      const returned = restocked.get(order.id);
      return [
        ...hold(order.created_at, first),
        ...edits.flatMap(({ version, before, after }) => {
          const at = log.find((change) => change.version === version)?.at ?? '';
          return hold(at, difference(quantities(before), quantities(after)));
        }),
        ...(ended === undefined ? [] : release(ended.at, held, ended.status === 'cancelled')),
        ...(returned === undefined ? [] : comeBack(returned.created_at, held)),
      ];
    }),
  ];
  return trackedIds.map((product_id) => {
    const lows: string[] = [];
    let [available, reserved] = [0, 0];
    const own = movements.filter((one) => one.product_id === product_id);
    for (const movement of own.toSorted((one, other) => (one.at < other.at ? -1 : 1))) {
      const before = available;
      available += movement.available;
      reserved += movement.reserved;
      if (movement.announces && before > mark && available <= mark) lows.push(`${product_id} ${available}`);
    }
    return { level: { product_id, on_hand: available + reserved, reserved, available }, lows };
  });
}

const endings = ['completed', 'cancelled'];

type Quantities = ReadonlyMap<string, number>;

function quantities(
  items: readonly { readonly product_id: string; readonly quantity: number }[],
): Quantities {
  const sums = new Map<string, number>();
  for (const { product_id, quantity } of items) sums.set(product_id, (sums.get(product_id) ?? 0) + quantity);
  return sums;
}

const difference = (before: Quantities, after: Quantities): Quantities =>
  new Map(
    [...new Set([...before.keys(), ...after.keys()])].map((id) => [
      id,
      (after.get(id) ?? 0) - (before.get(id) ?? 0),
    ]),
  );

const hold = (at: string, held: Quantities): Movement[] =>
  [...held].map(([product_id, quantity]) => ({
    ...{ at, product_id, available: -quantity, reserved: quantity, announces: quantity > 0 },
  }));

const release = (at: string, held: Quantities, returns: boolean): Movement[] =>
  [...held].map(([product_id, quantity]) => ({
    ...{ at, product_id, available: returns ? quantity : 0, reserved: -quantity, announces: false },
  }));

const comeBack = (at: string, held: Quantities): Movement[] =>
  [...held].map(([product_id, quantity]) => ({
    ...{ at, product_id, available: quantity, reserved: 0, announces: false },
  }));
