import { api } from '#web/api/api.ts';
import { useParameters } from '#web/app/router.ts';
import { Columns, Page } from '#web/components/page.tsx';
import { PrintButton } from '#web/components/print-button.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useQuery } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderBadges, OrderDetail, OrderSentence, orderTitle } from './order-detail.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderPayments } from './order-payments.tsx';
import { WaitingNote } from './waiting-note.tsx';

/** One order: its state in a sentence, the next action, items, amounts, payments and history. */
export default function OrderPage() {
  const { id = '' } = useParameters();
  const query = useQuery(`orders/one/${id}`, () => api('GET /api/v1/orders/{id}', { id }));
  const order = query.data;
  if (order === undefined) {
    return (
      <Page title={texts.orders.one.titleNoName}>
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
      title={orderTitle(order)}
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
