import { useMemo } from 'preact/hooks';
import type { Notification } from '#contract/commerce/notifications.ts';
import { api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { Badge } from '#web/components/badge.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Menu } from '#web/components/menu.tsx';
import { Empty } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { useAddressState } from '#web/data/address-state.ts';
import { refreshAll, usePages } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { notificationTitle } from './notification-title.ts';

/** Pages of the records that notifications are about. */
const places: Readonly<Partial<Record<string, (id: string) => string>>> = {
  order: (id) => `/orders/${id}`,
  product: (id) => `/products/${id}`,
  campaign: (id) => `/campaigns/${id}`,
  webhook_endpoint: (id) => `/webhooks/${id}`,
  member: () => '/members',
  subscription: () => '/billing',
  invoice: () => '/billing',
  export: () => '/settings',
  brand: () => '/settings',
};

/** The notifications, unread first. A row opens what it is about and counts as read then. */
export function NotificationList() {
  const { id } = useBrand();
  const [filter, setFilter] = useAddressState<string>('show', '');
  const isUnreadOnly = filter === 'unread';
  const pages = usePages(`notifications/list?unread=${isUnreadOnly}`, (cursor) =>
    api('GET /api/v1/notifications', {
      brand_id: id,
      limit: 50,
      ...(isUnreadOnly && { unread: 'true' }),
      ...(cursor !== undefined && { cursor }),
    }),
  );
  const mark = useAction(async (one: Notification, read: boolean) => {
    await api('PUT /api/v1/notifications/{id}', { id: one.id, read });
    refreshAll('notifications');
  });
  const remove = useAction(async (one: Notification) => {
    await api('DELETE /api/v1/notifications/{id}', { id: one.id });
    pages.update((rows) => rows.filter((row) => row.id !== one.id));
    refreshAll('notifications/count');
    toast({ text: texts.news.removed });
  });
  const columns = useMemo(
    () => columnsOf({ mark: (one, read) => void mark.run(one, read), remove: (one) => void remove.run(one) }),
    [],
  );
  const open = (one: Notification) => {
    const place = one.resource && places[one.resource.type]?.(one.resource.id);
    if (!one.read) void mark.run(one, true);
    if (place !== undefined) navigate(place);
  };
  const words = texts.news;
  return (
    <>
      <FilterChips
        label={words.onlyUnread}
        options={[{ value: 'unread', label: words.onlyUnread }]}
        value={filter}
        onChange={setFilter}
      />
      <List
        label={words.list}
        rows={pages.rows}
        columns={columns}
        rowKey={(one) => one.id}
        rowLabel={notificationTitle}
        onOpen={open}
        hasMore={pages.hasMore}
        onMore={() => void pages.loadMore()}
        isLoading={pages.isLoading}
        error={pages.error}
        onRetry={() => void pages.refresh()}
        empty={<Empty icon="bell" title={words.emptyTitle} text={words.emptyText} />}
      />
    </>
  );
}

interface Changes {
  readonly mark: (one: Notification, read: boolean) => void;
  readonly remove: (one: Notification) => void;
}

function columnsOf({ mark, remove }: Changes): readonly Column<Notification>[] {
  const words = texts.news;
  return [
    {
      id: 'text',
      label: words.text,
      width: '2fr',
      card: 'title',
      cell: (one) => <span class={one.read ? undefined : 'news-unread'}>{notificationTitle(one)}</span>,
    },
    {
      id: 'kind',
      label: words.kind,
      width: '180px',
      hideable: true,
      cell: ({ kind, read }) => <Badge tone={read ? 'neutral' : 'info'}>{words.kinds[kind]}</Badge>,
    },
    { id: 'time', label: words.time, width: '180px', cell: ({ created_at }) => formatDateTime(created_at) },
    {
      id: 'actions',
      label: texts.states.moreActions,
      isLabelUnseen: true,
      width: '56px',
      card: 'value',
      cell: (one) => (
        <Menu
          label={texts.states.moreActions}
          items={[
            { label: one.read ? words.markUnread : words.markRead, onSelect: () => mark(one, !one.read) },
            { label: words.remove, danger: true, onSelect: () => remove(one) },
          ]}
        />
      ),
    },
  ];
}
