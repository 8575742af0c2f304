import type { ComponentChildren } from 'preact';
import { lineCents } from '#commerce/orders/amounts.ts';
import type { Order } from '#commerce/orders/order.ts';
import { Link } from '#web/app/router.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Section } from '#web/components/page.tsx';
import {
  formatAmount,
  formatDate,
  formatDateOf,
  formatDateTime,
  formatMoney,
  formatNumber,
} from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { byId, lineName, useCatalog } from '../selling/catalog.ts';
import { stopOfOrder, useStops } from '../stops/stop-list.ts';
import { PaymentBadge, StatusBadge } from './status-badges.tsx';
import './order.css';

/** The state of an order in a sentence. */
export function OrderSentence({ order }: { readonly order: Order }) {
  const stops = useStops(order.brand_id);
  return <>{orderSentence(order, stopOfOrder(stops.data, order))}</>;
}

/** Badges of status and payment. */
export function OrderBadges({ order }: { readonly order: Order }) {
  return (
    <span class="order-badges">
      <StatusBadge order={order} />
      <PaymentBadge order={order} />
    </span>
  );
}

/** Items, amounts and details of an order. `children` is between the amounts and the details. */
export function OrderDetail({
  order,
  children,
}: {
  readonly order: Order;
  readonly children?: ComponentChildren;
}) {
  const { one } = texts.orders;
  return (
    <div class="order-detail">
      <Section title={one.lines}>
        <OrderLines order={order} />
      </Section>
      <Section title={one.amounts}>
        <OrderAmounts order={order} />
      </Section>
      {children}
      <Section title={one.facts}>
        <OrderFacts order={order} />
      </Section>
    </div>
  );
}

function OrderFacts({ order }: { readonly order: Order }) {
  const stops = useStops(order.brand_id);
  const { one, fulfillment } = texts.orders;
  const name = order.customer_name ?? order.customer_email;
  const stop =
    stopOfOrder(stops.data, order) ?? (stops.data && order.stop_id && texts.orders.today.deletedStop);
  return (
    <Facts
      facts={[
        {
          label: one.customer,
          value:
            order.contact_id !== undefined && name !== undefined ? (
              <Link to={`/customers/${order.contact_id}`}>{name}</Link>
            ) : (
              order.customer_name
            ),
        },
        {
          label: one.email,
          value: order.customer_email && (
            <a href={`mailto:${order.customer_email}`}>{order.customer_email}</a>
          ),
        },
        {
          label: one.phone,
          value: order.customer_phone && <a href={`tel:${order.customer_phone}`}>{order.customer_phone}</a>,
        },
        { label: one.address, value: order.customer_address },
        { label: one.delivery, value: fulfillment[order.delivery] },
        { label: one.stop, value: stop },
        { label: one.pickupDate, value: order.pickup_date && formatDate(order.pickup_date) },
        { label: one.stock, value: order.stock && one.stockState[order.stock.state] },
        { label: one.promoCode, value: order.promo_code },
        { label: one.notes, value: order.notes },
        { label: one.sold, value: order.sold_at && formatDateTime(order.sold_at) },
        { label: one.created, value: formatDateTime(order.created_at) },
        { label: one.id, value: <code>{order.id}</code> },
      ]}
    />
  );
}

/** Says the state of an order and of its payment. */
function orderSentence(order: Order, stop: string | undefined): string {
  return [stateSentence(order), pickupSentence(order, stop), moneySentence(order)]
    .filter((part) => part !== '')
    .join(' ');
}

function stateSentence(order: Order): string {
  const { sentence } = texts.orders.one;
  const changed = formatDateOf(order.updated_at);
  switch (order.status) {
    case 'pending':
      return sentence.pending(formatDateTime(order.created_at));
    case 'confirmed':
      return sentence.confirmed;
    case 'ready':
      return order.delivery === 'ship' ? sentence.readyShip : sentence.ready;
    case 'completed':
      return sentence.completed(changed);
    case 'cancelled':
      return order.cancel_reason
        ? sentence.cancelledBecause(changed, order.cancel_reason)
        : sentence.cancelled(changed);
  }
}

function pickupSentence({ status, pickup_date }: Order, stop: string | undefined): string {
  if (status === 'completed' || status === 'cancelled' || stop === undefined) return '';
  const { pickupAt, pickupStop } = texts.orders.one;
  return pickup_date === undefined ? pickupStop(stop) : pickupAt(stop, formatDate(pickup_date));
}

function moneySentence(order: Order): string {
  const { dueSentence, refundDueSentence, paidSentence } = texts.orders.one;
  const [open, over] = [order.collect_cents, order.return_cents];
  if (over > 0) return refundDueSentence(formatMoney(over, order.currency));
  if (open > 0) return dueSentence(formatMoney(open, order.currency));
  return order.payment_state === 'paid' ? paidSentence : '';
}

/** The items of an order, with the sum of each line. */
function OrderLines({ order }: { readonly order: Order }) {
  const catalog = useCatalog(order.brand_id);
  const products = byId(catalog.data);
  const { one, fulfillment } = texts.orders;
  const isMixed = order.delivery === 'mixed';
  const cents = lineCents(order.total_cents, order.items);
  const amounts = new Map(order.items.map((line, index) => [line, cents[index]]));
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
              {isMixed && <span class="order-line-note"> {fulfillment[line.delivery]}</span>}
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
          cell: (line) => formatMoney(amounts.get(line) ?? 0, order.currency),
        },
      ]}
    />
  );
}

/** The money of an order line by line, from the items to what is still to pay. */
function OrderAmounts({ order }: { readonly order: Order }) {
  const { one } = texts.orders;
  const isTaxAdded = !order.taxes_included;
  const lines: Line[] = [
    { label: one.subtotal, cents: order.subtotal_cents },
    ...order.discount_lines.map(({ label, amount_cents }) => ({ label, cents: -amount_cents })),
    ...order.shipping_lines.map(({ label, amount_cents }) => ({ label, cents: amount_cents })),
    ...(isTaxAdded ? order.tax_lines.map(taxLine) : []),
    ...(order.credit_cents > 0 ? [{ label: one.credit, cents: -order.credit_cents }] : []),
    { label: one.due, cents: order.amount_due_cents, isSum: true },
    ...(isTaxAdded
      ? []
      : order.tax_lines.map((line) => ({ ...taxLine(line), label: one.taxesIncluded(taxLine(line).label) }))),
    ...(order.paid_cents > 0 ? [{ label: one.paid, cents: order.paid_cents }] : []),
    ...(order.refunded_cents > 0 ? [{ label: one.refunded, cents: -order.refunded_cents }] : []),
    ...(order.allowed_cents > 0 ? [{ label: one.allowed, cents: -order.allowed_cents }] : []),
    ...balanceLine(order),
  ];
  return (
    <dl class="order-amounts">
      {lines.map(({ label, cents, isSum }, index) => (
        <div key={`${index} ${label}`} class={isSum ? 'order-amount order-amount-sum' : 'order-amount'}>
          <dt>{label}</dt>
          <dd>{formatMoney(cents, order.currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Line {
  readonly label: string;
  readonly cents: number;
  readonly isSum?: boolean;
}

const taxLine = ({ label, rate_percent, amount_cents }: Order['tax_lines'][number]): Line => ({
  label: rate_percent === undefined ? label : `${label} ${formatNumber(rate_percent)} %`,
  cents: amount_cents,
});

function balanceLine(order: Order): readonly Line[] {
  const { balance, over } = texts.orders.one;
  if (order.paid_cents === 0) return [];
  const tooMuch = order.return_cents;
  if (tooMuch > 0) return [{ label: over, cents: tooMuch, isSum: true }];
  return [{ label: balance, cents: order.collect_cents, isSum: true }];
}
