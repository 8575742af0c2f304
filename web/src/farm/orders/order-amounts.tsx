import { openCents, overpaidCents } from '#commerce/orders/payment.ts';
import type { Order } from '#contract/commerce/orders.ts';
import { formatMoney, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import './order.css';

/** The money of an order line by line, from the items to what is still to pay. */
export function OrderAmounts({ order }: { readonly order: Order }) {
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
  const tooMuch = overpaidCents(order);
  if (tooMuch > 0) return [{ label: over, cents: tooMuch, isSum: true }];
  return [{ label: balance, cents: openCents(order), isSum: true }];
}
