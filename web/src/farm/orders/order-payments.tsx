import type { OrderPayment } from '#contract/commerce/order-payments.ts';
import type { Order } from '#contract/commerce/orders.ts';
import { api } from '#web/api/api.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { usePages } from '#web/data/query.ts';
import { formatDateTime, formatMoney } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** Payments and refunds of an order, newest first. */
export function OrderPayments({ order }: { readonly order: Order }) {
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
  const { one, paymentKind, method } = texts.orders;
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
