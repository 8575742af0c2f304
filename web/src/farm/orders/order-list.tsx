import { useMemo, useState } from 'preact/hooks';
import type { Order } from '#contract/commerce/orders.ts';
import type { Stop } from '#contract/commerce/stop-fields.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { type Column, List, type ListOrder } from '#web/components/list.tsx';
import { Empty } from '#web/components/states.tsx';
import type { Pages } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatDate, formatDay, formatMoney, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { stopName, useStops } from '../selling/stop-list.ts';
import { BulkDialogs, useBulkActions } from './bulk-actions.tsx';
import { isFiltered, noFilters, type OrderFilters } from './order-filters.ts';
import { PaymentBadge, StatusBadge } from './status-badges.tsx';

/** The list of orders with selection, bulk changes and the sort order of the service. */
export function OrderList({
  pages,
  filters,
  onFilters,
  openId,
  onOpen,
  onChanged,
}: {
  readonly pages: Pages<Order>;
  readonly filters: OrderFilters;
  readonly onFilters: (part: Partial<OrderFilters>) => void;
  readonly openId: string | undefined;
  readonly onOpen: (order: Order) => void;
  readonly onChanged: (orders: readonly Order[]) => void;
}) {
  const stops = useStops(useBrand().id);
  const columns = useMemo(() => columnsOf(stops.data), [stops.data]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = pages.rows.filter(({ id }) => selected.has(id));
  const bulk = useBulkActions(chosen, (changed) => {
    onChanged(changed);
    setSelected(new Set());
  });
  return (
    <>
      <List
        label={texts.orders.list}
        rows={pages.rows}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={customerOf}
        onOpen={onOpen}
        pageOf={({ id }) => `/orders/${id}`}
        openKey={openId}
        selection={mayEdit() ? { selected, onChange: setSelected } : undefined}
        bulkActions={bulk.actions}
        hasMore={pages.hasMore}
        onMore={pages.loadMore}
        isLoading={pages.isLoading || pages.isLoadingMore}
        error={pages.error}
        onRetry={pages.refresh}
        order={orderOf(filters.sort)}
        onOrder={(order) => onFilters({ sort: sortOf(order) })}
        empty={<NoOrders filters={filters} onFilters={onFilters} />}
      />
      <BulkDialogs bulk={bulk} />
    </>
  );
}

function NoOrders({
  filters,
  onFilters,
}: {
  readonly filters: OrderFilters;
  readonly onFilters: (part: Partial<OrderFilters>) => void;
}) {
  const { orders } = texts;
  if (isFiltered(filters)) {
    return (
      <Empty
        icon="search"
        title={orders.noMatchTitle}
        action={<Button onClick={() => onFilters(noFilters)}>{orders.clearFilters}</Button>}
      />
    );
  }
  return (
    <Empty
      icon="order"
      title={orders.emptyTitle}
      text={orders.emptyDetail}
      action={
        mayEdit() && (
          <LinkButton to="/orders/new" icon="plus">
            {orders.create}
          </LinkButton>
        )
      }
    />
  );
}

const customerOf = (order: Order): string =>
  order.customer_name ?? order.customer_email ?? texts.orders.noName;

function columnsOf(stops: readonly Stop[] | undefined): readonly Column<Order>[] {
  const { column, fulfillment } = texts.orders;
  return [
    { id: 'customer', label: column.customer, width: '2fr', cell: customerOf },
    {
      id: 'status',
      label: column.status,
      width: '130px',
      sort: true,
      cell: (order) => <StatusBadge order={order} />,
    },
    {
      id: 'payment',
      label: column.payment,
      width: '150px',
      hideable: true,
      cell: (order) => <PaymentBadge order={order} />,
    },
    {
      id: 'delivery',
      label: column.delivery,
      width: '1.5fr',
      hideable: true,
      cell: (order) =>
        order.fulfillment === 'ship'
          ? fulfillment.ship
          : (stopName(stops, order.stop_id) ?? fulfillment[order.fulfillment]),
    },
    {
      id: 'pickup',
      label: column.pickup,
      width: '110px',
      hideable: true,
      cell: (order) => order.pickup_date && formatDay(order.pickup_date),
    },
    {
      id: 'items',
      label: column.items,
      width: '72px',
      align: 'end',
      hideable: true,
      card: 'none',
      cell: (order) => formatNumber(order.items.reduce((sum, { quantity }) => sum + quantity, 0)),
    },
    {
      id: 'total',
      label: column.due,
      width: '110px',
      align: 'end',
      sort: true,
      card: 'value',
      cell: (order) => formatMoney(order.amount_due_cents, order.currency),
    },
    {
      id: 'created',
      label: column.created,
      width: '120px',
      align: 'end',
      sort: true,
      hideable: true,
      cell: (order) => formatDate(order.created_at),
    },
  ];
}

function orderOf(sort: string): ListOrder {
  const text = sort === '' ? '-created' : sort;
  return {
    column: text.replace('-', ''),
    direction: text.startsWith('-') ? 'descending' : 'ascending',
  };
}

function sortOf({ column, direction }: ListOrder): string {
  const sort = direction === 'descending' ? `-${column}` : column;
  return sort === '-created' ? '' : sort;
}
