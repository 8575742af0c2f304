import { useState } from 'preact/hooks';
import { localDay } from '#calendar/time-zone.ts';
import type { Order } from '#contract/commerce/orders.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Page } from '#web/components/page.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { usePages, useQuery } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { usePickList } from '../pick-list/pick-list-query.ts';
import { useStops } from '../selling/stop-list.ts';
import { exportOrders, maxExported } from './export-orders.ts';
import { FilterBar } from './filter-bar.tsx';
import { isFiltered, listInput } from './order-filters.ts';
import { OrderList } from './order-list.tsx';
import { OrderPanel } from './order-panel.tsx';
import { TodayByStop } from './today-by-stop.tsx';
import { filterQuery, useFilters } from './use-filters.ts';

/** What is to be packed and answered: today by stop and state, then all orders with filters. */
export default function OrdersPage() {
  const brand = useBrand();
  const [filters, change] = useFilters();
  const today = usePickList(brand.id, localDay(new Date(), brand.timeZone));
  const pages = usePages(`orders/list?${filterQuery(filters)}`, (cursor) =>
    api('GET /api/v1/orders', { ...listInput(brand, filters), ...(cursor !== undefined && { cursor }) }),
  );
  const [openId, setOpenId] = useState<string>();
  const place = pages.rows.findIndex(({ id }) => id === openId);
  const row = pages.rows[place];
  const { orders } = texts;
  const list = today.data;
  const open = list ? list.order_count - list.packed_count : 0;
  const show = (changed: readonly Order[]) => {
    const byId = new Map(changed.map((order) => [order.id, order]));
    pages.update((rows) => rows.map((order) => byId.get(order.id) ?? order));
  };
  const neighbor = (offset: number) => {
    const other = pages.rows[place + offset];
    return other && (() => setOpenId(other.id));
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
      <OrderList
        pages={pages}
        filters={filters}
        onFilters={change}
        openId={openId}
        onOpen={({ id }) => setOpenId(id)}
        onChanged={show}
      />
      {row && (
        <OrderPanel
          key={row.id}
          row={row}
          onClose={() => setOpenId(undefined)}
          onChange={(order) => show([order])}
          onPrevious={neighbor(-1)}
          onNext={neighbor(1)}
        />
      )}
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
