import { useEffect, useMemo } from 'preact/hooks';
import type { Notification } from '#contract/commerce/notifications.ts';
import { api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Menu } from '#web/components/menu.tsx';
import { Page } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { useAddressState } from '#web/data/address-state.ts';
import { refreshAll, usePages, useQuery } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { formatDate, formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { NotificationPreferences } from './notification-preferences.tsx';
import { notificationTitle } from './notification-title.ts';
import './news.css';

const tabs = ['notifications', 'changelog', 'preferences'] as const;

/** What happened in the brand, what changed in Granary, and how the person hears about it. */
export default function NewsPage() {
  const { id } = useBrand();
  const [given, setTab] = useAddressState<string>('tab', 'notifications');
  const tab = tabs.find((one) => one === given) ?? 'notifications';
  const unread = useQuery('notifications/count', async () => {
    const { unread_count } = await api('GET /api/v1/notifications', { brand_id: id, limit: 1 });
    return unread_count;
  });
  const words = texts.news;
  const readAll = useAction(async () => {
    await api('POST /api/v1/notifications/read', { brand_id: id });
    refreshAll('notifications');
  });
  return (
    <Page
      title={words.title}
      answer={unread.data !== undefined && words.answer(unread.data)}
      actions={
        <Button
          icon="check"
          busy={readAll.isRunning}
          reason={unread.data === 0 ? words.noneUnread : undefined}
          reasonAs="tip"
          onClick={() => void readAll.run()}
        >
          {words.readAll}
        </Button>
      }
    >
      <Tabs
        label={words.title}
        value={tab}
        onChange={setTab}
        tabs={tabs.map((value) => ({ value, label: words.tabs[value] }))}
      >
        {tab === 'notifications' && <NotificationList />}
        {tab === 'changelog' && <Changelog />}
        {tab === 'preferences' && <NotificationPreferences />}
      </Tabs>
    </Page>
  );
}

const tones: Readonly<Record<string, Tone>> = { added: 'good', security: 'warning', removed: 'danger' };

/** The versions of Granary, newest first. What the person has not seen yet is marked, and counts as read after it was shown. */
function Changelog() {
  const pages = usePages('changelog/list', (cursor) =>
    api('GET /api/v1/changelog', { limit: 20, ...(cursor !== undefined && { cursor }) }),
  );
  const marker = useQuery('changelog/marker', () => api('GET /api/v1/changelog/marker'));
  const newest = pages.rows[0]?.id;
  const lastRead = marker.data?.last_read_id;
  useEffect(() => {
    if (newest === undefined || lastRead === undefined || newest === lastRead) return;
    // The marks of this visit stay.
    void api('PUT /api/v1/changelog/marker', { last_read_id: newest }).then(undefined, () => {});
  }, [newest, lastRead]);
  const words = texts.news;
  if (pages.isLoading) return <Loading rows={6} />;
  if (pages.rows.length === 0 && pages.error !== undefined)
    return <Failure error={pages.error} onRetry={() => void pages.refresh()} />;
  if (pages.rows.length === 0) return <Empty title={texts.states.nothingHere} />;
  return (
    <>
      <ol class="news-versions">
        {pages.rows.map((entry) => (
          <li key={entry.id}>
            <h2>
              {entry.title}
              {lastRead !== undefined && (lastRead === null || entry.id > lastRead) && (
                <Badge tone="info">{words.unread}</Badge>
              )}
            </h2>
            <p class="news-when">
              {words.version(entry.version)}, {formatDate(entry.published_at)}
            </p>
            <p>{entry.text}</p>
            <p class="news-kinds">
              {entry.kinds.map((kind) => (
                <Badge key={kind} tone={tones[kind] ?? 'neutral'}>
                  {words.changes[kind]}
                </Badge>
              ))}
            </p>
          </li>
        ))}
      </ol>
      {pages.hasMore && (
        <Button busy={pages.isLoadingMore} onClick={() => void pages.loadMore()}>
          {words.more}
        </Button>
      )}
      <p>
        <a href="/api/v1/changelog.atom">{words.feed}</a>
      </p>
    </>
  );
}

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
function NotificationList() {
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
