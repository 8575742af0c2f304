import { useMemo, useState } from 'preact/hooks';
import type { Order, OrderStatus } from '#commerce/orders/order.ts';
import { mayBecome } from '#commerce/orders/rules.ts';
import type { Stop } from '#commerce/stops/contract.ts';
import { errorText } from '#web/api/error-text.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { type BulkAction, type Column, List, type ListOrder } from '#web/components/list.tsx';
import { Empty } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import type { AddressPanel } from '#web/data/address-state.ts';
import type { Pages } from '#web/data/query.ts';
import { sendOrderStatus } from '#web/offline/order-writes.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatDateOf, formatDay, formatMoney, formatNumber, formatOrder } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { stopOfOrder, useStops } from '../stops/stop-list.ts';
import { refreshOrders } from './after-change.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { isFiltered, noFilters, type OrderFilters } from './order-filters.ts';
import { balanceText, PaymentBadge, StatusBadge } from './status-badges.tsx';

/** The list of orders with selection, bulk changes and the sort order of the service. */
export function OrderList({
  pages,
  filters,
  onFilters,
  panel,
  onChanged,
}: {
  readonly pages: Pages<Order>;
  readonly filters: OrderFilters;
  readonly onFilters: (part: Partial<OrderFilters>) => void;
  readonly panel: AddressPanel;
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
        rowLabel={formatOrder}
        panel={panel}
        pageOf={({ id }) => `/orders/${id}`}
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

function columnsOf(stops: readonly Stop[] | undefined): readonly Column<Order>[] {
  const { column, fulfillment } = texts.orders;
  return [
    { id: 'order', label: column.order, width: '2fr', cell: formatOrder },
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
      id: 'balance',
      label: column.balance,
      width: '120px',
      hideable: true,
      card: 'line',
      cell: balanceText,
    },
    {
      id: 'delivery',
      label: column.delivery,
      width: '1.5fr',
      hideable: true,
      cell: (order) =>
        order.delivery === 'ship'
          ? fulfillment.ship
          : (stopOfOrder(stops, order) ?? fulfillment[order.delivery]),
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
      cell: (order) => formatDateOf(order.created_at),
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

/** The bulk actions of the selected orders, and the dialog that is open for one of them. */
interface Bulk {
  readonly actions: readonly BulkAction[];
  readonly cancelling: readonly Order[] | undefined;
  readonly cancel: (reason: string) => Promise<void>;
  readonly closeCancel: () => void;
}

/** Changes of the status of all selected orders. Orders that cannot take the step are left as they are. */
function useBulkActions(chosen: readonly Order[], onChanged: (orders: readonly Order[]) => void): Bulk {
  const [cancelling, setCancelling] = useState<readonly Order[]>();
  const [progress, setProgress] = useState<string>();
  const { act, bulk } = texts.orders;
  const run = async (orders: readonly Order[], to: OrderStatus, reason: string) => {
    const total = changeable(orders, to).length;
    setProgress(bulk.running(0, total));
    const result = await changeAll(orders, to, reason, (done) => setProgress(bulk.running(done, total)));
    setProgress(undefined);
    report(result);
    onChanged(result.changed);
    if (result.waiting === 0) refreshOrders();
  };
  const action = (to: OrderStatus, label: string, start: () => void, danger = false): BulkAction => {
    const isPossible = changeable(chosen, to).length > 0;
    const reason = progress ?? (isPossible ? undefined : bulk.noneAllowed);
    return { id: to, label, danger, run: start, ...(reason !== undefined && { reason }) };
  };
  return {
    actions: [
      action('confirmed', act.confirm, () => void run(chosen, 'confirmed', '')),
      action('ready', act.ready, () => void run(chosen, 'ready', '')),
      action('completed', act.complete, () => void run(chosen, 'completed', '')),
      action('cancelled', act.cancel, () => setCancelling(chosen), true),
    ],
    cancelling,
    cancel: async (reason) => run(cancelling ?? [], 'cancelled', reason),
    closeCancel: () => setCancelling(undefined),
  };
}

/** The dialog of the bulk cancellation. */
function BulkDialogs({ bulk: { cancelling, cancel, closeCancel } }: { readonly bulk: Bulk }) {
  if (cancelling === undefined) return null;
  const { cancelSelected } = texts.orders.dialog;
  return (
    <CancelDialog
      title={cancelSelected(changeable(cancelling, 'cancelled').length)}
      cancel={cancel}
      onClose={closeCancel}
    />
  );
}

function report({ changed, refused, waiting, error }: BulkResult): void {
  const { bulk, done } = texts.orders;
  const failure = error === undefined ? undefined : errorText(error).title;
  if (refused > 0) toast({ text: bulk.refused(changed.length, refused), detail: failure, tone: 'warning' });
  else toast({ text: bulk.done(changed.length), tone: 'good', ...(waiting > 0 && { detail: done.waiting }) });
}

const together = 4;

/** How a change of several orders ended. */
interface BulkResult {
  readonly changed: readonly Order[];
  readonly waiting: number;
  readonly refused: number;
  /** Error of the first refused change. */
  readonly error?: unknown;
}

/** Orders that can take a status. */
const changeable = (orders: readonly Order[], to: OrderStatus): readonly Order[] =>
  orders.filter(({ status }) => mayBecome(status, to));

/** Changes the status of several orders, some at a time. A refusal does not stop the others. */
async function changeAll(
  orders: readonly Order[],
  to: OrderStatus,
  reason: string,
  onProgress: (done: number) => void,
): Promise<BulkResult> {
  const left = [...changeable(orders, to)];
  const changed: Order[] = [];
  let [waiting, done] = [0, 0];
  let error: unknown;
  let refused = orders.length - left.length;
  const work = async () => {
    for (let order = left.shift(); order !== undefined; order = left.shift()) {
      try {
        const outcome = await sendOrderStatus(order, to, reason);
        if (outcome === 'waiting') waiting += 1;
        changed.push({ ...order, status: to, version: order.version + (outcome === 'sent' ? 1 : 0) });
      } catch (failure) {
        error ??= failure;
        refused += 1;
      }
      onProgress(++done);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  return { changed, waiting, refused, ...(error !== undefined && { error }) };
}
