import type { OrderChange } from '#contract/commerce/order-changes.ts';
import type { Order } from '#contract/commerce/orders.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import type { IconName } from '#web/components/icons.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { Timeline } from '#web/components/timeline.tsx';
import { usePages } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';
import { useMemberNames } from './member-names.ts';

/** All changes of an order, newest first, down to its creation. */
export function OrderHistory({ order }: { readonly order: Order }) {
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
