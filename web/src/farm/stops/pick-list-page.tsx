import { useState } from 'preact/hooks';
import { addDays, isDay } from '#calendar/days.ts';
import { localDay } from '#calendar/time-zone.ts';
import type { PickedOrder, PickedStop, PickTotal } from '#commerce/stops/contract.ts';
import { Link } from '#web/app/router.ts';
import { Button, PrintButton } from '#web/components/button.tsx';
import { DateField, SelectField } from '#web/components/fields.tsx';
import { Page, Section, Toolbar } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { useAddressState } from '#web/data/address-state.ts';
import { pendingOrderStatus, sendOrderStatus } from '#web/offline/order-writes.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatDay, formatMoney, formatNumber, formatOrder, formatTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { refreshOrders, reportStatus } from '../orders/after-change.ts';
import { balanceText, StatusBadge } from '../orders/status-badges.tsx';
import { usePickList } from './pick-list-query.ts';
import { pickTexts } from './pick-list-texts.ts';
import { useStops } from './stop-list.ts';
import './pick-list.css';

/** What goes into which box on a day: totals and orders by stop, to tick off and to print. */
export default function PickListPage() {
  const brand = useBrand();
  const today = localDay(new Date(), brand.timeZone);
  const [given, setDay] = useAddressState<string>('day', today);
  const [stop, setStop] = useAddressState<string>('stop', '');
  const day = isDay(given) ? given : today;
  const list = usePickList(brand.id, day, stop);
  const ticks = useTicks(day);
  const data = list.data;
  const open = data ? data.order_count - data.packed_count : 0;
  return (
    <Page
      title={`${pickTexts.title}, ${formatDay(day)}`}
      answer={
        <span class="pick-answer">
          {data && (data.order_count === 0 ? texts.orders.today.none : pickTexts.toPack(open))}
        </span>
      }
      note={data && <span>{pickTexts.packedOf(data.packed_count, data.order_count)}</span>}
      actions={<PrintButton>{pickTexts.print}</PrintButton>}
    >
      <DayToolbar day={day} stop={stop} setDay={setDay} setStop={setStop} brandId={brand.id} />
      {list.isLoading && <Loading rows={6} />}
      {list.error !== undefined && !data && (
        <Failure error={list.error} onRetry={() => void list.refresh()} />
      )}
      {data?.order_count === 0 && (
        <Empty icon="product" title={pickTexts.emptyTitle(formatDay(day))} text={pickTexts.emptyDetail} />
      )}
      {data?.stops.map((one) => (
        <PickedStopSection
          key={one.stop_id ?? ''}
          stop={one}
          ticks={ticks}
          brandId={brand.id}
          onPacked={(order, status) =>
            list.set({
              ...data,
              packed_count: data.packed_count + 1,
              stops: data.stops.map((each) =>
                each === one
                  ? {
                      ...each,
                      packed_count: each.packed_count + 1,
                      orders: each.orders.map((other) =>
                        other.id === order.id ? { ...other, status, is_packed: true } : other,
                      ),
                    }
                  : each,
              ),
            })
          }
        />
      ))}
      {data && <p class="print-only">{pickTexts.printed(formatTime(data.created_at))}</p>}
    </Page>
  );
}

function DayToolbar({
  day,
  stop,
  setDay,
  setStop,
  brandId,
}: {
  readonly day: string;
  readonly stop: string;
  readonly setDay: (day: string) => void;
  readonly setStop: (stop: string) => void;
  readonly brandId: string;
}) {
  const stops = useStops(brandId);
  return (
    <Toolbar label={pickTexts.day}>
      <Button icon="chevron-left" label={pickTexts.previousDay} onClick={() => setDay(addDays(day, -1))} />
      <DateField label={pickTexts.day} labelHidden value={day} onChange={setDay} />
      <Button icon="chevron-right" label={pickTexts.nextDay} onClick={() => setDay(addDays(day, 1))} />
      <SelectField
        label={pickTexts.stop}
        labelHidden
        value={stop}
        onChange={setStop}
        options={[
          { value: '', label: pickTexts.allStops },
          ...(stops.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Toolbar>
  );
}

type OnPacked = (order: PickedOrder, status: PickedOrder['status']) => void;

interface StopProps {
  readonly stop: PickedStop;
  readonly ticks: Ticks;
  readonly brandId: string;
  readonly onPacked: OnPacked;
}

/** The orders of one stop: first what to pick altogether, then each box. */
function PickedStopSection({ stop, ticks, brandId, onPacked }: StopProps) {
  const { currency } = useBrand();
  const { today } = texts.orders;
  const sum = stop.collect_cents;
  const collect = sum > 0 ? pickTexts.collect(formatMoney(sum, currency)) : pickTexts.nothingToCollect;
  const name = stop.name ?? (stop.stop_id === null ? today.noStop : today.deletedStop);
  return (
    <Section
      title={name}
      note={[stop.address, pickTexts.packedOf(stop.packed_count, stop.order_count), collect]
        .filter(Boolean)
        .join(' · ')}
    >
      <h3 class="pick-heading">{pickTexts.totals}</h3>
      <ul class="pick-totals">
        {stop.totals.map((total) => (
          <li key={`${total.product_id} ${total.variant_id ?? ''}`}>
            <b>{formatNumber(total.quantity)}</b> {nameOf(total)}
          </li>
        ))}
      </ul>
      <h3 class="pick-heading">{pickTexts.orders}</h3>
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
  const { currency } = useBrand();
  const { viewerReason, payment } = texts.orders;
  const balance = balanceText({ ...order, currency }) ?? payment.paid;
  const name = formatOrder(order);
  const waiting = pendingOrderStatus.value.get(order.id);
  const isPacked = order.is_packed || waiting === 'ready' || waiting === 'completed';
  const pack = useAction(async () => {
    const outcome = await packOrder(order, brandId);
    onPacked(order, 'ready');
    reportStatus(order, 'ready', outcome);
  });
  return (
    <article class={isPacked ? 'pick-box pick-box-packed' : 'pick-box'} aria-label={name}>
      <header class="pick-box-header">
        <h4>
          <Link to={`/orders/${order.id}`}>{name}</Link>
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
      <p class="pick-balance">{balance}</p>
      {!isPacked && (
        <Button
          icon="check"
          busy={pack.isRunning}
          reason={mayEdit() ? undefined : viewerReason}
          reasonAs="tip"
          onClick={() => void pack.run()}
        >
          {pickTexts.markPacked}
        </Button>
      )}
    </article>
  );
}

function nameOf({ name, variant_name, unit, unit_quantity }: PickTotal): string {
  const measure = unit && (unit_quantity === undefined ? unit : `${formatNumber(unit_quantity)} ${unit}`);
  return [variant_name ? `${name}, ${variant_name}` : name, measure && `(${measure})`]
    .filter(Boolean)
    .join(' ');
}

/**
 * Marks an order as ready. A pending order is confirmed first. Without signal, both changes wait in the outbox.
 *
 * @throws ApiError if the service refuses the change
 */
async function packOrder(order: PickedOrder, brandId: string): Promise<'sent' | 'waiting'> {
  const { version, status } = order;
  const changeable = { ...order, brand_id: brandId };
  if (status !== 'pending') {
    const outcome = await sendOrderStatus(changeable, 'ready');
    if (outcome === 'sent') refreshOrders();
    return outcome;
  }
  const confirmed = await sendOrderStatus(changeable, 'confirmed');
  const outcome = await sendOrderStatus(
    { ...changeable, status: 'confirmed', version: version + 1 },
    'ready',
  );
  if (confirmed === 'sent' && outcome === 'sent') refreshOrders();
  return outcome;
}

/** Lines that the person has ticked off, and a function that turns a tick around. */
interface Ticks {
  readonly has: (line: string) => boolean;
  readonly toggle: (line: string) => void;
}

/**
 * Ticks of the lines of a day. The tab remembers them over a reload, by ids only. Other people do not see them: an order
 * that is packed is marked as ready.
 */
function useTicks(day: string): Ticks {
  const storageKey = `granary.ticks.${day}`;
  const [ticked, setTicked] = useState(() => ({ day, lines: read(storageKey) }));
  const lines = ticked.day === day ? ticked.lines : read(storageKey);
  return {
    has: (line) => lines.has(line),
    toggle: (line) => {
      const next = new Set(lines);
      if (!next.delete(line)) next.add(line);
      sessionStorage.setItem(storageKey, JSON.stringify([...next]));
      setTicked({ day, lines: next });
    },
  };
}

function read(storageKey: string): ReadonlySet<string> {
  const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
  return new Set(Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []);
}
