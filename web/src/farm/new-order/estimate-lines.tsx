import type { Amounts } from '#commerce/orders/amounts.ts';
import type { OrderSettings } from '#contract/commerce/order-settings.ts';
import { formatMoney } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import '../orders/order.css';

/** The estimated amounts of a new order line by line. */
export function EstimateLines({
  estimate,
  settings,
  currency,
}: {
  readonly estimate: Amounts | undefined;
  readonly settings: OrderSettings | undefined;
  readonly currency: string;
}) {
  const { fresh, one } = texts.orders;
  const {
    subtotal_cents = 0,
    discount_cents = 0,
    shipping_cents = 0,
    tax_cents = 0,
    amount_due_cents = 0,
  } = estimate ?? {};
  const taxes = settings?.taxes_included === true ? one.taxesIncluded(fresh.taxes) : fresh.taxes;
  return (
    <>
      <dl class="order-amounts" aria-live="polite">
        <Line label={one.subtotal} amount={formatMoney(subtotal_cents, currency)} />
        {discount_cents > 0 && (
          <Line label={fresh.discount} amount={formatMoney(-discount_cents, currency)} />
        )}
        {shipping_cents > 0 && <Line label={fresh.shipping} amount={formatMoney(shipping_cents, currency)} />}
        {tax_cents > 0 && <Line label={taxes} amount={formatMoney(tax_cents, currency)} />}
        <Line label={one.due} amount={formatMoney(amount_due_cents, currency)} isSum />
      </dl>
      <p class="order-estimate">{fresh.estimate}</p>
    </>
  );
}

function Line({
  label,
  amount,
  isSum = false,
}: {
  readonly label: string;
  readonly amount: string;
  readonly isSum?: boolean;
}) {
  return (
    <div class={isSum ? 'order-amount order-amount-sum' : 'order-amount'}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
