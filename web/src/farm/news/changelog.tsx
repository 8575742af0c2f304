import { useEffect } from 'preact/hooks';
import { api } from '#web/api/api.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { usePages, useQuery } from '#web/data/query.ts';
import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

const tones: Readonly<Record<string, Tone>> = { added: 'good', security: 'warning', removed: 'danger' };

/** The versions of Granary, newest first. What the person has not seen yet is marked, and counts as read after it was shown. */
export function Changelog() {
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
