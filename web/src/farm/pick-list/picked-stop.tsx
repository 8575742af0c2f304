import type { PickedOrder, PickedStop, PickTotal } from '#contract/commerce/pick-lists.ts';
import { Link } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { Section } from '#web/components/page.tsx';
import { useAction } from '#web/data/action.ts';
import { pendingOrderStatus } from '#web/offline/order-status.ts';
import { mayEdit } from '#web/session/session.ts';
import { formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { reportStatus } from '../orders/change-status.ts';
import { StatusBadge } from '../orders/status-badges.tsx';
import { packOrder } from './pack-order.ts';
import type { Ticks } from './ticks.ts';

type OnPacked = (order: PickedOrder, status: PickedOrder['status']) => void;

interface StopProps {
  readonly stop: PickedStop;
  readonly ticks: Ticks;
  readonly brandId: string;
  readonly onPacked: OnPacked;
}

/** The orders of one stop: first what to pick altogether, then each box. */
export function PickedStopSection({ stop, ticks, brandId, onPacked }: StopProps) {
  const { pick, today } = texts.orders;
  const name = stop.name ?? (stop.stop_id === null ? today.noStop : today.deletedStop);
  return (
    <Section
      title={name}
      note={[stop.address, pick.packedOf(stop.packed_count, stop.order_count)].filter(Boolean).join(' · ')}
    >
      <h3 class="pick-heading">{pick.totals}</h3>
      <ul class="pick-totals">
        {stop.totals.map((total) => (
          <li key={`${total.product_id} ${total.variant_id ?? ''}`}>
            <b>{formatNumber(total.quantity)}</b> {nameOf(total)}
          </li>
        ))}
      </ul>
      <h3 class="pick-heading">{pick.orders}</h3>
      <ul class="pick-orders">
        {stop.orders.map((order) => (
          <li key={order.id} class="pick-order">
            <Box order={order} ticks={ticks} brandId={brandId} onPacked={onPacked} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Box({ order, ticks, brandId, onPacked }: Omit<StopProps, 'stop'> & { readonly order: PickedOrder }) {
  const { pick, viewerReason } = texts.orders;
  const waiting = pendingOrderStatus.value.get(order.id);
  const isPacked = order.is_packed || waiting === 'ready' || waiting === 'completed';
  const pack = useAction(async () => {
    const outcome = await packOrder(order, brandId);
    onPacked(order, 'ready');
    reportStatus('ready', outcome);
  });
  return (
    <article class={isPacked ? 'pick-box pick-box-packed' : 'pick-box'} aria-label={customerOf(order)}>
      <header class="pick-box-header">
        <h4>
          <Link to={`/orders/${order.id}`}>{customerOf(order)}</Link>
        </h4>
        <span class="screen-only">
          <StatusBadge order={order} />
        </span>
      </header>
      <ul>
        {order.lines.map((line, index) => {
          const key = `${order.id} ${index}`;
          return (
            <li key={key}>
              <label class="pick-line">
                <input
                  type="checkbox"
                  checked={isPacked || ticks.has(key)}
                  disabled={isPacked}
                  onChange={() => ticks.toggle(key)}
                />
                <span>
                  <b>{formatNumber(line.quantity)}</b> {nameOf(line)}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      {order.notes && <p class="pick-notes">{order.notes}</p>}
      {!isPacked && (
        <Button
          icon="check"
          busy={pack.isRunning}
          reason={mayEdit() ? undefined : viewerReason}
          reasonAs="tip"
          onClick={() => void pack.run()}
        >
          {pick.markPacked}
        </Button>
      )}
    </article>
  );
}

const customerOf = ({ customer_name }: PickedOrder): string => customer_name ?? texts.orders.pick.noName;

function nameOf({ name, variant_name, unit, unit_quantity }: PickTotal): string {
  const measure = unit && (unit_quantity === undefined ? unit : `${formatNumber(unit_quantity)} ${unit}`);
  return [variant_name ? `${name}, ${variant_name}` : name, measure && `(${measure})`]
    .filter(Boolean)
    .join(' ');
}
