import { useEffect } from 'preact/hooks';
import { api } from '#web/api/api.ts';
import { Count } from '#web/components/badge.tsx';
import { Icon } from '#web/components/icons.tsx';
import { useQuery } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { Link } from './router.ts';

const interval = 120_000;

/** The link to news and notifications, with the number of unread ones. Pages refresh it as `notifications`. */
export function Bell(props: { readonly class: string }) {
  const { id } = useBrand();
  const countUnread = async () => {
    const page = await api('GET /api/v1/notifications', { brand_id: id, unread: 'true', limit: 100 });
    return page.data.length;
  };
  const { data, refresh } = useQuery('notifications/unread', countUnread, { awaited: false });
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh();
    }, interval);
    return () => clearInterval(timer);
  }, [id]);
  return (
    <Link to="/news" class={props.class} title={texts.app.pages.news}>
      <Icon name="bell" />
      <span class="rail-word">{texts.app.pages.news}</span>
      {data !== undefined && data > 0 && <Count value={data} label={texts.app.rail.unread} />}
    </Link>
  );
}
