import type { Order } from '#contract/commerce/orders.ts';
import { Link } from '#web/app/router.ts';
import { Icon } from '#web/components/icons.tsx';
import { pendingOrderStatus } from '#web/offline/order-status.ts';
import { texts } from '#web/text/texts.ts';
import './order.css';

/** Says that a change of the order waits for signal, with the way to the outbox. */
export function WaitingNote({ order }: { readonly order: Pick<Order, 'id'> }) {
  if (!pendingOrderStatus.value.has(order.id)) return null;
  return (
    <Link class="order-waiting" to="/outbox">
      <Icon name="outbox" small />
      {texts.orders.one.waitingChange}
    </Link>
  );
}
