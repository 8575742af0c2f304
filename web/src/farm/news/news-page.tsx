import { useEffect, useMemo, useState } from 'preact/hooks';
import type {
  Notification,
  NotificationPreferences as Preferences,
} from '#commerce/notifications/contract.ts';
import { api } from '#web/api/api.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { CheckField, FieldRow, Form, NumberField, SelectField, TextField } from '#web/components/fields.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Menu } from '#web/components/menu.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { useAddressState } from '#web/data/address-state.ts';
import { type Query, refreshAll, usePages, useQuery } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { formatDateOf, formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
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
              {words.version(entry.version)}, {formatDateOf(entry.published_at)}
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
      <p class="link-line">
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
        pageOf={({ resource }) => resource && places[resource.type]?.(resource.id)}
        onOpen={(one) => {
          if (!one.read) void mark.run(one, true);
        }}
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

/** Which kinds of notifications the person gets here, by e-mail and in the summary. */
function NotificationPreferences() {
  const { id } = useBrand();
  const preferences = useQuery('notification-preferences', () =>
    api('GET /api/v1/notification-preferences', { brand_id: id }),
  );
  if (preferences.data !== undefined)
    return <PreferencesForm preferences={preferences} initial={preferences.data} />;
  if (preferences.error === undefined) return <Loading rows={8} />;
  return <Failure error={preferences.error} onRetry={() => void preferences.refresh()} />;
}

type Kind = keyof Preferences['kinds'];
type Channel = keyof Preferences['kinds'][Kind];

const channels = { in_app: 'inApp', email: 'email', digest: 'digest' } as const;

function PreferencesForm({
  preferences,
  initial,
}: {
  readonly preferences: Query<Preferences>;
  readonly initial: Preferences;
}) {
  const [kinds, setKinds] = useState(initial.kinds);
  const [digest, setDigest] = useState(initial.digest);
  const [email, setEmail] = useState(initial.unconfirmed_email ?? initial.email ?? '');
  const words = texts.news.preferences;
  const save = useAction(
    async () =>
      preferences.set(
        await api('PUT /api/v1/notification-preferences', {
          brand_id: initial.brand_id,
          kinds,
          digest,
          ...(email !== '' && email !== initial.email && { email }),
        }),
      ),
    { done: words.saved },
  );
  const change = (kind: Kind, channel: Channel, value: boolean) =>
    setKinds((before) => ({ ...before, [kind]: { ...before[kind], [channel]: value } }));
  const unconfirmed = preferences.data?.unconfirmed_email;
  return (
    <Form
      rules={contractRules('PUT /api/v1/notification-preferences')}
      label={words.title}
      onSubmit={() => save.run()}
      error={save.error}
      actions={
        <Button kind="primary" type="submit" busy={save.isRunning}>
          {words.save}
        </Button>
      }
    >
      <Section title={words.title} note={words.note}>
        <DataTable
          label={words.title}
          rows={Object.keys(kinds) as readonly Kind[]}
          rowKey={(kind) => kind}
          columns={[
            { id: 'kind', label: texts.news.kind, cell: (kind) => texts.news.kinds[kind] },
            ...(Object.keys(channels) as readonly Channel[]).map((channel) => ({
              id: channel,
              label: words[channels[channel]],
              cell: (kind: Kind) => (
                <CheckField
                  label={words.each(texts.news.kinds[kind], words[channels[channel]])}
                  labelHidden
                  value={kinds[kind][channel]}
                  onChange={(value) => change(kind, channel, value)}
                />
              ),
            })),
          ]}
        />
      </Section>
      <FieldRow>
        <SelectField
          label={words.frequency}
          name="digest.frequency"
          value={digest.frequency}
          options={(['off', 'daily', 'weekly'] as const).map((value) => ({
            value,
            label: words.frequencies[value],
          }))}
          onChange={(frequency) => setDigest({ ...digest, frequency })}
        />
        <NumberField
          label={words.hour}
          name="digest.hour"
          min={0}
          max={23}
          value={digest.hour}
          onChange={(hour) => setDigest({ ...digest, hour: hour ?? 0 })}
        />
        {digest.frequency === 'weekly' && (
          <SelectField
            label={words.weekday}
            name="digest.weekday"
            value={String(digest.weekday)}
            options={words.weekdays.split('|').map((label, day) => ({ value: String(day), label }))}
            onChange={(day) => setDigest({ ...digest, weekday: Number(day) })}
          />
        )}
      </FieldRow>
      <TextField
        label={words.address}
        name="email"
        type="email"
        autocomplete="email"
        hint={words.noAddress}
        value={email}
        onChange={setEmail}
      />
      {typeof unconfirmed === 'string' && <Notice>{words.unconfirmed(unconfirmed)}</Notice>}
    </Form>
  );
}
