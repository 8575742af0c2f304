import type { ComponentChildren } from 'preact';
import type { Order } from '#contract/commerce/orders.ts';
import { Link } from '#web/app/router.ts';
import { Facts } from '#web/components/facts.tsx';
import { Section } from '#web/components/page.tsx';
import { formatDate, formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { stopName, useStops } from '../selling/stop-list.ts';
import { OrderAmounts } from './order-amounts.tsx';
import { OrderLines } from './order-lines.tsx';
import { orderSentence } from './order-sentence.ts';
import { PaymentBadge, StatusBadge } from './status-badges.tsx';
import './order.css';

/** The heading of an order: its customer. */
export const orderTitle = (order: Order): string => {
  const { one } = texts.orders;
  const name = order.customer_name ?? order.customer_email;
  return name === undefined ? one.titleNoName : one.title(name);
};

/** The state of an order in a sentence. */
export function OrderSentence({ order }: { readonly order: Order }) {
  const stops = useStops(order.brand_id);
  return <>{orderSentence(order, stopName(stops.data, order.stop_id))}</>;
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
    stopName(stops.data, order.stop_id) ?? (stops.data && order.stop_id && texts.orders.today.deletedStop);
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
        { label: one.delivery, value: fulfillment[order.fulfillment] },
        { label: one.stop, value: stop },
        { label: one.pickupDate, value: order.pickup_date && formatDate(order.pickup_date) },
        { label: one.stock, value: order.stock && one.stockState[order.stock.state] },
        { label: one.promoCode, value: order.promo_code },
        { label: one.notes, value: order.notes },
        { label: one.created, value: formatDateTime(order.created_at) },
        { label: one.id, value: <code>{order.id}</code> },
      ]}
    />
  );
}
