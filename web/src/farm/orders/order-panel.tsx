import type { Order } from '#contract/commerce/orders.ts';
import { api } from '#web/api/api.ts';
import { Panel } from '#web/components/panel.tsx';
import { useQuery } from '#web/data/query.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderBadges, OrderDetail, OrderSentence, orderTitle } from './order-detail.tsx';
import { WaitingNote } from './waiting-note.tsx';
import './order.css';

/** An order beside its list. The row of the list is shown until the current order arrives. */
export function OrderPanel({
  row,
  onClose,
  onChange,
  onPrevious,
  onNext,
}: {
  readonly row: Order;
  readonly onClose: () => void;
  readonly onChange: (order: Order) => void;
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
}) {
  const query = useQuery(`orders/one/${row.id}`, () => api('GET /api/v1/orders/{id}', { id: row.id }));
  const order = query.data !== undefined && query.data.version >= row.version ? query.data : row;
  const change = (changed: Order) => {
    query.set(changed);
    onChange(changed);
  };
  return (
    <Panel
      title={orderTitle(order)}
      note={<OrderBadges order={order} />}
      to={`/orders/${order.id}`}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      actions={<OrderActions order={order} onChange={change} />}
    >
      <p class="order-sentence">
        <OrderSentence order={order} />
      </p>
      <WaitingNote order={order} />
      <OrderDetail order={order} />
    </Panel>
  );
}
