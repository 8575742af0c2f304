import { useMemo, useState } from 'preact/hooks';
import type { WebhookEndpoint } from '#commerce/webhooks/contract.ts';
import { api } from '#web/api/api.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Page } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { usePages } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { formatDateOf, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { SecretDialog } from '../keys/secret-dialog.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';

/** The systems that get the events of the brand. */
export default function WebhooksPage() {
  const { id } = useBrand();
  const endpoints = usePages('webhooks/list', (cursor) =>
    api('GET /api/v1/webhook-endpoints', { brand_id: id, ...(cursor !== undefined && { cursor }) }),
  );
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const columns = useMemo(columnsOf, []);
  const words = texts.webhooks;
  const create = (
    <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  const count = endpoints.rows.length;
  return (
    <Page
      title={words.title}
      answer={
        endpoints.readAt !== undefined && (count === 1 ? words.answerOne : words.answer(formatNumber(count)))
      }
      primary={create}
    >
      <List
        label={words.list}
        rows={endpoints.rows}
        columns={columns}
        rowKey={(endpoint) => endpoint.id}
        rowLabel={({ url }) => url}
        pageOf={({ id: endpoint }) => `/webhooks/${endpoint}`}
        hasMore={endpoints.hasMore}
        onMore={() => void endpoints.loadMore()}
        isLoading={endpoints.isLoading}
        error={endpoints.error}
        onRetry={() => void endpoints.refresh()}
        empty={<Empty icon="webhook" title={words.emptyTitle} text={words.emptyText} />}
      />
      {isCreating && (
        <EndpointDialog
          endpoint={undefined}
          onClose={() => setCreating(false)}
          onSaved={(created) => {
            setCreating(false);
            setSecret(created);
            void endpoints.refresh();
          }}
        />
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  );
}

function columnsOf(): readonly Column<WebhookEndpoint>[] {
  const words = texts.webhooks;
  return [
    {
      id: 'endpoint',
      label: words.endpoint,
      width: '2fr',
      card: 'title',
      cell: ({ url, description }) => description || url,
    },
    {
      id: 'events',
      label: words.events,
      width: '1fr',
      hideable: true,
      cell: ({ event_types }) => event_types?.join(', ') ?? words.allEvents,
    },
    {
      id: 'state',
      label: words.state,
      width: '110px',
      cell: ({ status }) => (
        <Badge tone={status === 'enabled' ? 'good' : 'danger'}>{words.status[status]}</Badge>
      ),
    },
    { id: 'since', label: words.since, width: '150px', cell: ({ created_at }) => formatDateOf(created_at) },
  ];
}
