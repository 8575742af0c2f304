import type { Order } from '#contract/commerce/orders.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { formatAmount, formatMoney, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { byId, lineName, useCatalog } from '../selling/catalog.ts';
import './order.css';

/** The items of an order, with the sum of each line. */
export function OrderLines({ order }: { readonly order: Order }) {
  const catalog = useCatalog(order.brand_id);
  const products = byId(catalog.data);
  const { one, fulfillment } = texts.orders;
  const isMixed = order.fulfillment === 'mixed';
  return (
    <DataTable
      label={one.lines}
      rows={order.items}
      rowKey={(line, index) => `${line.product_id} ${line.variant_id ?? ''} ${index}`}
      columns={[
        {
          id: 'product',
          label: one.product,
          cell: (line) => (
            <>
              {lineName(products, line) ?? (catalog.data ? one.deletedProduct : '…')}
              {isMixed && <span class="order-line-note"> {fulfillment[line.fulfillment]}</span>}
            </>
          ),
        },
        { id: 'quantity', label: one.quantity, align: 'end', cell: (line) => formatNumber(line.quantity) },
        {
          id: 'price',
          label: one.price,
          align: 'end',
          cell: (line) => formatAmount(line.price, order.currency),
        },
        {
          id: 'amount',
          label: one.amount,
          align: 'end',
          cell: (line) => formatMoney(Math.round(line.price * line.quantity * 100), order.currency),
        },
      ]}
    />
  );
}
