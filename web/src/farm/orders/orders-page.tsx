import { useState } from 'preact/hooks';
import { localDay } from '#calendar/time-zone.ts';
import type { Order, OrderStatus } from '#commerce/orders/order.ts';
import type { PickedStop, PickList } from '#commerce/stops/contract.ts';
import { api } from '#web/api/api.ts';
import { Link, location, navigate } from '#web/app/router.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { RecordPanel } from '#web/components/record-panel.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { addressWith, type PanelSteps, useAddressPanel } from '#web/data/address-state.ts';
import { saveFile, toCsv } from '#web/data/csv-file.ts';
import { usePages, useQuery } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatNumber, formatOrder } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { pickListPath, usePickList } from '../stops/pick-list-query.ts';
import { stopOfOrder, useStops } from '../stops/stop-list.ts';
import { FilterBar } from './filter-bar.tsx';
import { OrderActions, WaitingNote } from './order-actions.tsx';
import { OrderBadges, OrderDetail, OrderSentence } from './order-detail.tsx';
import { isFiltered, listInput, noFilters, type OrderFilters } from './order-filters.ts';
import { OrderList } from './order-list.tsx';
import './order.css';

/** What is to be packed and answered: today by stop and state, then all orders with filters. */
export default function OrdersPage() {
  const brand = useBrand();
  const [filters, change] = useFilters();
  const today = usePickList(brand.id, localDay(new Date(), brand.timeZone));
  const pages = usePages(`orders/list?${filterQuery(filters)}`, (cursor) =>
    api('GET /api/v1/orders', { ...listInput(brand, filters), ...(cursor !== undefined && { cursor }) }),
  );
  const panel = useAddressPanel('open');
  const { orders } = texts;
  const list = today.data;
  const open = list ? list.order_count - list.packed_count : 0;
  const show = (changed: readonly Order[]) => {
    const byId = new Map(changed.map((order) => [order.id, order]));
    pages.update((rows) => rows.map((order) => byId.get(order.id) ?? order));
  };
  return (
    <Page
      title={orders.title}
      answer={
        <span class="orders-answer">
          {list && (list.order_count === 0 ? orders.today.none : orders.today.toPack(open))}
        </span>
      }
      note={<PendingNote />}
      actions={
        <>
          <LinkButton to="/pick-list" icon="product">
            {orders.pickList}
          </LinkButton>
          <CsvButton />
        </>
      }
      primary={
        mayEdit() && (
          <LinkButton to="/orders/new" kind="primary" icon="plus">
            {orders.create}
          </LinkButton>
        )
      }
    >
      {list && list.order_count > 0 && !isFiltered(filters) && <TodayByStop list={list} />}
      <FilterBar filters={filters} onChange={change} />
      <OrderList pages={pages} filters={filters} onFilters={change} panel={panel} onChanged={show} />
      <RecordPanel
        panel={panel}
        title={orders.title}
        rows={pages.rows}
        rowKey={({ id }) => id}
        read={(id) => api('GET /api/v1/orders/{id}', { id })}
        isLoading={pages.isLoading}
      >
        {(row, steps) => <OrderPanel row={row} steps={steps} onChange={(order) => show([order])} />}
      </RecordPanel>
    </Page>
  );
}

/** How many orders wait for confirmation, with the way to them. */
function PendingNote() {
  const brand = useBrand();
  const pending = useQuery('orders/pending', async () => {
    const page = await api('GET /api/v1/orders', { brand_id: brand.id, status: 'pending', limit: 50 });
    return { count: page.data.length, isMore: page.pagination.has_more };
  });
  const { count = 0, isMore = false } = pending.data ?? {};
  return (
    <span class="orders-note">
      {count > 0 && <Link to="/orders?status=pending">{texts.orders.today.pending(count, isMore)}</Link>}
    </span>
  );
}

function CsvButton() {
  const brand = useBrand();
  const [filters] = useFilters();
  const stops = useStops(brand.id);
  const [done, setDone] = useState(0);
  const { csv, csvName, csvRunning, csvTooMany } = texts.orders;
  const save = useAction(async () => {
    setDone(0);
    const isWhole = await exportOrders(brand, filters, csvName, stops.data, setDone);
    if (!isWhole) toast({ text: csvTooMany(maxExported), tone: 'warning' });
  });
  return (
    <Button icon="download" busy={save.isRunning} onClick={() => void save.run()}>
      {save.isRunning ? csvRunning(done) : csv}
    </Button>
  );
}

/** The filters in the address, and a function that changes some of them in one step. */
function useFilters(): readonly [OrderFilters, (part: Partial<OrderFilters>) => void] {
  const { query } = location.value;
  const value = (name: keyof OrderFilters) => query.get(name) ?? '';
  const filters: OrderFilters = {
    status: value('status'),
    payment: value('payment'),
    stop: value('stop'),
    balance: value('balance'),
    ships: value('ships'),
    product: value('product'),
    from: value('from'),
    to: value('to'),
    customer: value('customer'),
    text: value('text'),
    sort: value('sort'),
  };
  return [filters, (part) => navigate(addressWith(part), { replace: true })];
}

/** The query of an address with these filters, without a question mark. */
function filterQuery(filters: Partial<OrderFilters>): string {
  const given = Object.entries({ ...noFilters, ...filters }).filter(([, text]) => text !== '');
  return new URLSearchParams(given).toString();
}

/** An order beside its list. The row of the list is shown until the current order arrives. */
function OrderPanel({
  row,
  steps,
  onChange,
}: {
  readonly row: Order;
  readonly steps: PanelSteps;
  readonly onChange: (order: Order) => void;
}) {
  const query = useQuery(`orders/one/${row.id}`, () => api('GET /api/v1/orders/{id}', { id: row.id }));
  const order = query.data !== undefined && query.data.version >= row.version ? query.data : row;
  const change = (changed: Order) => {
    query.set(changed);
    onChange(changed);
  };
  return (
    <Panel
      title={texts.orders.one.titleOf(formatOrder(order))}
      note={<OrderBadges order={order} />}
      to={`/orders/${order.id}`}
      {...steps}
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

const shown: readonly OrderStatus[] = ['pending', 'confirmed', 'ready', 'completed'];

/** Today's pickups: how many orders of each stop are in each state. */
function TodayByStop({ list }: { readonly list: PickList }) {
  const { today, status } = texts.orders;
  const nameOf = ({ name, stop_id }: PickedStop) =>
    name ?? (stop_id === null ? today.noStop : today.deletedStop);
  return (
    <Section
      title={today.title}
      actions={<Link to={pickListPath({ day: list.date })}>{today.openPickList}</Link>}
    >
      <DataTable
        label={today.title}
        rows={list.stops}
        rowKey={({ stop_id }) => stop_id ?? ''}
        columns={[
          {
            id: 'stop',
            label: today.stop,
            cell: (stop) => (
              <Link to={pickListPath({ day: list.date, ...(stop.stop_id && { stop: stop.stop_id }) })}>
                {nameOf(stop)}
              </Link>
            ),
          },
          ...shown.map((name) => ({
            id: name,
            label: status[name],
            align: 'end' as const,
            cell: (stop: PickedStop) => formatNumber(countOf(stop, name)),
          })),
          { id: 'total', label: today.total, align: 'end', cell: (stop) => formatNumber(stop.order_count) },
        ]}
      />
    </Section>
  );
}

const countOf = (stop: PickedStop, status: OrderStatus): number =>
  stop.orders.filter((order) => order.status === status).length;

/** Orders of one CSV file at most. */
const maxExported = 10_000;

const columns = [
  'number',
  'id',
  'created_at',
  'sold_at',
  'status',
  'payment_state',
  'delivery',
  'stop',
  'pickup_date',
  'customer_name',
  'customer_email',
  'customer_phone',
  'customer_address',
  'items',
  'currency',
  'subtotal',
  'discount',
  'shipping',
  'tax',
  'credit',
  'amount_due',
  'paid',
  'refunded',
  'to_collect',
  'to_return',
  'promo_code',
  'notes',
] as const;

/** Saves the orders of the filters as a CSV file. Returns whether the file has all of them. */
async function exportOrders(
  brand: { readonly id: string; readonly timeZone: string },
  filters: OrderFilters,
  name: string,
  stops: Parameters<typeof stopOfOrder>[0],
  onProgress: (done: number) => void,
): Promise<boolean> {
  const orders: Order[] = [];
  const list = api('GET /api/v1/orders', { ...listInput(brand, filters), limit: 200 }, { maxRetries: 5 });
  let isWhole = true;
  for await (const page of list.pages()) {
    orders.push(...page.data);
    onProgress(orders.length);
    isWhole = !page.pagination.has_more;
    if (orders.length >= maxExported) break;
  }
  saveFile(
    `${name}.csv`,
    toCsv(
      columns,
      orders.map((order) => rowOf(order, stops)),
    ),
  );
  return isWhole;
}

function rowOf(order: Order, stops: Parameters<typeof stopOfOrder>[0]) {
  return [
    order.number,
    order.id,
    order.created_at,
    order.sold_at,
    order.status,
    order.payment_state,
    order.delivery,
    stopOfOrder(stops, order) ?? order.stop_id,
    order.pickup_date,
    order.customer_name,
    order.customer_email,
    order.customer_phone,
    order.customer_address,
    order.items.reduce((sum, { quantity }) => sum + quantity, 0),
    order.currency,
    order.subtotal_cents / 100,
    order.discount_cents / 100,
    order.shipping_cents / 100,
    order.tax_cents / 100,
    order.credit_cents / 100,
    order.amount_due,
    order.paid_cents / 100,
    order.refunded_cents / 100,
    order.collect_cents / 100,
    order.return_cents / 100,
    order.promo_code,
    order.notes,
  ];
}
