import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Page } from '#web/components/page.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { useAction } from '#web/data/action.ts';
import { useAddressState } from '#web/data/address-state.ts';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { Changelog } from './changelog.tsx';
import { NotificationList } from './notification-list.tsx';
import { NotificationPreferences } from './notification-preferences.tsx';
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
