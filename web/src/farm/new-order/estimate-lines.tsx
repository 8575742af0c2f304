import type { OrderSettings } from '#clients/typescript/src/commerce/schemas.ts';
import { formatMoney } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import type { Estimate } from './estimate.ts';
import '../orders/order.css';

/** The estimated amounts of a new order line by line. */
export function EstimateLines({
  estimate,
  settings,
  currency,
}: {
  readonly estimate: Estimate;
  readonly settings: OrderSettings | undefined;
  readonly currency: string;
}) {
  const { fresh, one } = texts.orders;
  const { subtotal, discount, shipping, tax, total } = estimate;
  const taxes = settings?.taxes_included === true ? one.taxesIncluded(fresh.taxes) : fresh.taxes;
  return (
    <>
      <dl class="order-amounts" aria-live="polite">
        <Line label={one.subtotal} amount={formatMoney(subtotal, currency)} />
        {discount > 0 && <Line label={fresh.discount} amount={formatMoney(-discount, currency)} />}
        {shipping > 0 && <Line label={fresh.shipping} amount={formatMoney(shipping, currency)} />}
        {tax > 0 && <Line label={taxes} amount={formatMoney(tax, currency)} />}
        <Line label={one.due} amount={formatMoney(total, currency)} isSum />
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
