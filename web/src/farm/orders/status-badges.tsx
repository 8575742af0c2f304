import type { Order, OrderStatus, PaymentState } from '#commerce/orders/order.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import type { IconName } from '#web/components/icons.tsx';
import { pendingOrderStatus } from '#web/offline/order-writes.ts';
import { formatMoney } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

interface Look {
  readonly tone: Tone;
  readonly icon: IconName;
}

const statusLooks: Readonly<Record<OrderStatus, Look>> = {
  pending: { tone: 'warning', icon: 'clock' },
  confirmed: { tone: 'info', icon: 'check' },
  ready: { tone: 'good', icon: 'product' },
  completed: { tone: 'neutral', icon: 'check-circle' },
  cancelled: { tone: 'neutral', icon: 'close' },
};

const paymentLooks: Readonly<Record<PaymentState, Look>> = {
  unpaid: { tone: 'warning', icon: 'money' },
  authorized: { tone: 'info', icon: 'lock' },
  partially_paid: { tone: 'warning', icon: 'money' },
  paid: { tone: 'good', icon: 'check' },
  overpaid: { tone: 'warning', icon: 'undo' },
  partially_refunded: { tone: 'info', icon: 'undo' },
  refunded: { tone: 'neutral', icon: 'undo' },
};

/** The status of an order in a word. A change that waits for signal has its own sign. */
export function StatusBadge({ order }: { readonly order: Pick<Order, 'id' | 'status'> }) {
  const waiting = pendingOrderStatus.value.get(order.id);
  const status = waiting ?? order.status;
  return (
    <Badge tone={statusLooks[status].tone} icon={waiting ? 'outbox' : statusLooks[status].icon}>
      {texts.orders.status[status]}
      {waiting && <span class="unseen"> {texts.orders.done.waiting}</span>}
    </Badge>
  );
}

/** The state of payment of an order in a word; nothing for a cancelled order that nobody paid. */
export function PaymentBadge({ order }: { readonly order: Pick<Order, 'status' | 'payment_state'> }) {
  const state = order.payment_state;
  if (order.status === 'cancelled' && state === 'unpaid') return null;
  const { tone, icon } = paymentLooks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {texts.orders.payment[state]}
    </Badge>
  );
}

/** What is to collect from the customer, or to return; undefined if the order is settled. */
export function balanceText({
  collect_cents,
  return_cents,
  currency,
}: Pick<Order, 'collect_cents' | 'return_cents' | 'currency'>): string | undefined {
  const { collect, giveBack } = texts.orders.balance;
  if (return_cents > 0) return giveBack(formatMoney(return_cents, currency));
  return collect_cents > 0 ? collect(formatMoney(collect_cents, currency)) : undefined;
}
