import type { Order } from '#commerce/orders/order.ts';
import { NumberField } from '#web/components/fields.tsx';
import { texts } from '#web/text/texts.ts';
import { byId, lineName, useCatalog } from '../selling/catalog.ts';

/** One field for each line of an order, up to its quantity. An empty field is 0. */
export function LineQuantities({
  order,
  quantities,
  onChange,
}: {
  readonly order: Order;
  /** In the order of the lines. */
  readonly quantities: readonly number[];
  readonly onChange: (quantities: readonly number[]) => void;
}) {
  const catalog = byId(useCatalog(order.brand_id).data);
  const { fresh, one } = texts.orders;
  return (
    <>
      {order.items.map((line, index) => (
        <NumberField
          key={`${line.product_id} ${line.variant_id ?? ''} ${index}`}
          label={fresh.quantityOf(lineName(catalog, line) ?? one.deletedProduct)}
          name={`items.${index}.quantity`}
          min={0}
          max={line.quantity}
          value={quantities[index]}
          onChange={(quantity = 0) => onChange(quantities.with(index, quantity))}
        />
      ))}
    </>
  );
}

/** The lines with a quantity above 0, each with that quantity. */
export const linesWith = (
  { items }: Order,
  quantities: readonly number[],
): readonly Order['items'][number][] =>
  items.flatMap((line, index) => {
    const quantity = quantities[index] ?? 0;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
