import type { OrderChange } from '#commerce/orders/contract.ts';
import type { Order, OrderPayment } from '#commerce/orders/order.ts';
import { api } from '#web/api/api.ts';
import { useParameters } from '#web/app/router.ts';
import { Button, PrintButton } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import type { IconName } from '#web/components/icons.tsx';
import { Columns, Page, Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { Timeline } from '#web/components/timeline.tsx';
import { usePages, useQuery } from '#web/data/query.ts';
import { mayEdit, session } from '#web/session/session.ts';
import { formatDateTime, formatMoney, formatOrder } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { OrderActions, WaitingNote } from './order-actions.tsx';
import { OrderBadges, OrderDetail, OrderSentence } from './order-detail.tsx';

/** One order: its state in a sentence, the next action, items, amounts, payments and history. */
export default function OrderPage() {
  const { id = '' } = useParameters();
  const query = useQuery(`orders/one/${id}`, () => api('GET /api/v1/orders/{id}', { id }));
  const order = query.data;
  if (order === undefined) {
    return (
      <Page title={texts.orders.one.title}>
        {query.error === undefined ? (
          <Loading rows={8} />
        ) : (
          <Failure error={query.error} onRetry={() => void query.refresh()} />
        )}
      </Page>
    );
  }
  return (
    <Page
      title={texts.orders.one.titleOf(formatOrder(order))}
      answer={
        <span class="order-sentence">
          <OrderSentence order={order} />
        </span>
      }
      note={
        <>
          <OrderBadges order={order} />
          <WaitingNote order={order} />
        </>
      }
      actions={<PrintButton />}
      primary={<OrderActions order={order} onChange={query.set} />}
    >
      <Columns even={false}>
        <OrderDetail order={order} />
        <div class="order-detail screen-only">
          <OrderPayments order={order} />
          <OrderHistory order={order} />
        </div>
      </Columns>
    </Page>
  );
}

/** Payments and refunds of an order, newest first. */
function OrderPayments({ order }: { readonly order: Order }) {
  const pages = usePages(`orders/payments/${order.id}`, (cursor) =>
    api('GET /api/v1/orders/{id}/payments', {
      id: order.id,
      limit: 100,
      ...(cursor !== undefined && { cursor }),
    }),
  );
  const { one } = texts.orders;
  return (
    <Section title={one.payments}>
      {pages.isLoading && <Loading rows={1} />}
      {pages.error !== undefined && pages.rows.length === 0 && (
        <Failure error={pages.error} onRetry={() => void pages.refresh()} />
      )}
      {!pages.isLoading && pages.error === undefined && pages.rows.length === 0 && <p>{one.noPayments}</p>}
      {pages.rows.length > 0 && <PaymentTable payments={pages.rows} />}
    </Section>
  );
}

function PaymentTable({ payments }: { readonly payments: readonly OrderPayment[] }) {
  const { one, paymentKind, method, dialog } = texts.orders;
  return (
    <DataTable
      label={one.payments}
      rows={payments}
      rowKey={({ id }) => id}
      columns={[
        { id: 'at', label: one.when, cell: (row) => formatDateTime(row.created_at) },
        { id: 'kind', label: one.what, cell: whatOf },
        {
          id: 'amount',
          label: one.amount,
          align: 'end',
          cell: (row) =>
            formatMoney(row.kind === 'refund' ? -row.amount_cents : row.amount_cents, row.currency),
        },
      ]}
    />
  );

  function whatOf(row: OrderPayment): string {
    const parts = [
      `${paymentKind[row.kind]}, ${method[row.method]}`,
      row.of === 'shipping' ? dialog.refundShipping : row.items && dialog.refundItems,
      row.keeps_due === true ? dialog.keepsDue : undefined,
      row.reference,
      row.reason ?? row.note,
      row.restocked === true ? one.stockState.restocked : undefined,
      row.credit_cents === undefined
        ? undefined
        : `${one.credit} ${formatMoney(row.credit_cents, row.currency)}`,
    ];
    return parts.filter((part) => part !== undefined && part !== '').join(' · ');
  }
}

/** All changes of an order, newest first, down to its creation. */
function OrderHistory({ order }: { readonly order: Order }) {
  const pages = usePages(`orders/history/${order.id}`, (cursor) =>
    api('GET /api/v1/orders/{id}/history', {
      id: order.id,
      limit: 50,
      ...(cursor !== undefined && { cursor }),
    }),
  );
  const nameOf = useMemberNames(order.brand_id);
  const { one } = texts.orders;
  const created = { id: 'created', at: order.created_at, title: one.change.created, icon: 'plus' as const };
  return (
    <Section title={one.history}>
      {pages.isLoading && <Loading rows={2} />}
      {pages.error !== undefined && pages.rows.length === 0 && (
        <Failure error={pages.error} onRetry={() => void pages.refresh()} />
      )}
      {!pages.isLoading && (pages.error === undefined || pages.rows.length > 0) && (
        <Timeline
          label={one.history}
          events={[
            ...pages.rows.map((change) => ({
              id: String(change.version),
              at: change.at,
              title: changeText(change),
              icon: icons[change.kind],
              by: nameOf(change.by),
            })),
            ...(pages.hasMore ? [] : [created]),
          ]}
        />
      )}
      {pages.hasMore && (
        <Button kind="quiet" busy={pages.isLoadingMore} onClick={() => void pages.loadMore()}>
          {one.more}
        </Button>
      )}
    </Section>
  );
}

const icons: Readonly<Record<OrderChange['kind'], IconName>> = {
  edited: 'edit',
  status_changed: 'check',
  paid: 'money',
  refunded: 'undo',
  credited: 'money',
  erased: 'trash',
};

function changeText({ kind, members, status, reason }: OrderChange): string {
  const { change, member } = texts.orders.one;
  const names: Readonly<Record<string, string>> = member;
  const statusWord = texts.orders.status[status];
  switch (kind) {
    case 'edited':
      return change.edited(members.map((name) => names[name] ?? name).join(', '));
    case 'status_changed':
      return reason ? change.statusBecause(statusWord, reason) : change.status(statusWord);
    default:
      return change[kind];
  }
}

/** Returns the name of a member by subject; undefined for others, such as API keys and former members. */
function useMemberNames(brandId: string): (subject: string) => string | undefined {
  // Viewers may not list the members.
  const members = useQuery(mayEdit() ? 'selling/members' : undefined, async () => {
    const { data } = await api('GET /api/v1/members', { brand_id: brandId, limit: 200 });
    return data;
  });
  const names = new Map(members.data?.map(({ subject, email }) => [subject, email]));
  const self = session.value?.person;
  return (subject) => (subject === self?.id ? self.name : names.get(subject));
}
