import type { Order, OrderInput } from './order.ts';

type Delivery = Order['items'][number]['delivery'];

interface Given {
  readonly fulfillment?: OrderInput['fulfillment'];
  readonly items: readonly Pick<OrderInput['items'][number], 'fulfillment'>[];
}

/** How an item reaches the customer: its own value, else that of the order. Without both, and in a mixed order, it is picked up. */
const itemDelivery = (
  ofOrder: Given['fulfillment'],
  ofItem: Given['items'][number]['fulfillment'],
): Delivery => ofItem ?? (ofOrder === 'ship' ? 'ship' : 'pickup');

/** How an order reaches the customer. An order that contradicts its items counts as mixed. */
function orderDelivery({ fulfillment, items }: Given): Order['delivery'] {
  const [first = itemDelivery(fulfillment, undefined), ...others] = new Set(
    items.map((item) => itemDelivery(fulfillment, item.fulfillment)),
  );
  return others.length > 0 || (fulfillment ?? first) !== first ? 'mixed' : first;
}

/** Whether an item is shipped. An order whose items all say `pickup` has no shipping fee, whatever it says itself. */
export const isShipped = ({ fulfillment, items }: Given): boolean =>
  items.some((item) => itemDelivery(fulfillment, item.fulfillment) === 'ship');

/** Whether an item is picked up. */
export const isPickedUp = ({ fulfillment, items }: Given): boolean =>
  items.some((item) => itemDelivery(fulfillment, item.fulfillment) === 'pickup');

/**
 * The fulfillment of an order and its items as it is shown: with the default of the specification where the caller gave none, and
 * beside it the delivery that follows.
 */
export const shownFulfillment = (given: Pick<OrderInput, 'fulfillment' | 'items'>) => ({
  items: given.items.map((item) => ({
    ...item,
    ...shown(item.fulfillment),
    delivery: itemDelivery(given.fulfillment, item.fulfillment),
  })),
  ...shown(given.fulfillment),
  delivery: orderDelivery(given),
});

const shown = <Value extends string>(fulfillment: Value | undefined) =>
  fulfillment === undefined
    ? { fulfillment: 'pickup' as const }
    : { fulfillment, fulfillment_given: true as const };

/** What the caller gave, from what is shown. */
export const givenFulfillment = <
  Shown extends { readonly fulfillment: string; readonly fulfillment_given?: true | undefined },
>({
  fulfillment,
  fulfillment_given,
}: Shown): Shown['fulfillment'] | undefined => (fulfillment_given ? fulfillment : undefined);

/**
 * An edit as its caller means it. A form sends all members back: a value that repeats a shown default does not become a statement.
 */
export function meantFulfillment<
  Edit extends {
    readonly fulfillment?: string | undefined;
    readonly items?: OrderInput['items'] | undefined;
  },
>(order: Order, edit: Edit): Edit {
  const repeats = (before: Order | Order['items'][number] | undefined, value: string | undefined) =>
    before !== undefined && before.fulfillment_given === undefined && value === before.fulfillment;
  const lines = Map.groupBy(order.items, keyOf);
  return {
    ...edit,
    ...(repeats(order, edit.fulfillment) && { fulfillment: undefined }),
    ...(edit.items && {
      items: edit.items.map((item) =>
        // Lines of one product are matched in their order.
        repeats(takeLine(lines.get(keyOf(item))), item.fulfillment)
          ? { ...item, fulfillment: undefined }
          : item,
      ),
    }),
  };
}

/** Takes the next of several lines, and keeps the last one for further lines. */
const takeLine = <Line>(lines: Line[] = []): Line | undefined =>
  lines.length > 1 ? lines.shift() : lines[0];

const keyOf = ({
  product_id,
  variant_id = '',
}: Pick<OrderInput['items'][number], 'product_id' | 'variant_id'>) => `${product_id} ${variant_id}`;
