import { useState } from 'preact/hooks';
import type { WebhookEndpoint } from '#contract/commerce/webhook-records.ts';
import { api } from '#web/api/api.ts';
import { navigate, useParameters } from '#web/app/router.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Menu } from '#web/components/menu.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { type Query, refreshAll, useQuery } from '#web/data/query.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { SecretDialog } from '../keys/secret-dialog.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { isSubscribable } from './event-types.ts';
import './webhooks.css';

/** One endpoint: its events, its state and its deliveries. */
export default function WebhookPage() {
  const { id = '' } = useParameters();
  const endpoint = useQuery(`webhooks/one/${id}`, () => api('GET /api/v1/webhook-endpoints/{id}', { id }));
  if (endpoint.data !== undefined) return <Endpoint query={endpoint} endpoint={endpoint.data} />;
  return (
    <Page title={texts.app.pages.webhook}>
      {endpoint.error === undefined ? (
        <Loading rows={6} />
      ) : (
        <Failure error={endpoint.error} onRetry={() => void endpoint.refresh()} />
      )}
    </Page>
  );
}

function Endpoint({
  query,
  endpoint,
}: {
  readonly query: Query<WebhookEndpoint>;
  readonly endpoint: WebhookEndpoint;
}) {
  const [isEditing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string>();
  const { id, url, description, event_types, status, disabled_reason, failing_since } = endpoint;
  const words = texts.webhooks;
  const test = useAction(
    async () => {
      await api('POST /api/v1/webhook-endpoints/{id}/test', { id });
      refreshAll('webhooks/deliveries');
    },
    { done: words.tested },
  );
  const rotate = useAction(async () => {
    const question = { title: words.rotateTitle, text: words.rotateText, action: words.rotate };
    if (await confirm(question))
      setSecret((await api('POST /api/v1/webhook-endpoints/{id}/secret', { id, overlap_hours: 24 })).secret);
  });
  const change = useAction(async () => {
    const next = status === 'enabled' ? 'disabled' : 'enabled';
    const content = {
      id,
      url,
      ...(event_types !== undefined && { event_types: event_types.filter(isSubscribable) }),
      ...(description !== undefined && { description }),
    };
    query.set(
      await api('PUT /api/v1/webhook-endpoints/{id}', { ...content, status: next }, { ifMatch: endpoint }),
    );
  });
  const remove = useAction(async () => {
    const question = { title: words.removeTitle, text: words.removeText, action: words.remove, danger: true };
    if (!(await confirm(question))) return;
    await api('DELETE /api/v1/webhook-endpoints/{id}', { id });
    toast({ text: words.removed });
    refreshAll('webhooks/list');
    navigate('/webhooks');
  });
  return (
    <Page
      title={description || words.endpoint}
      answer={<Badge tone={status === 'enabled' ? 'good' : 'danger'}>{words.status[status]}</Badge>}
      primary={
        <Button kind="primary" busy={test.isRunning} onClick={() => void test.run()}>
          {words.test}
        </Button>
      }
      actions={
        <>
          <Button icon="edit" onClick={() => setEditing(true)}>
            {words.edit}
          </Button>
          <Menu
            label={texts.states.moreActions}
            items={[
              {
                label: status === 'enabled' ? words.disable : words.enable,
                onSelect: () => void change.run(),
              },
              { label: words.rotate, onSelect: () => void rotate.run() },
              { label: words.remove, danger: true, onSelect: () => void remove.run() },
            ]}
          />
        </>
      }
    >
      {disabled_reason !== undefined && (
        <Notice tone="danger">{words.disabledBecause(words.reasons[disabled_reason])}</Notice>
      )}
      {status === 'enabled' && failing_since !== undefined && (
        <Notice tone="warning">{words.failingSince(formatDateTime(failing_since))}</Notice>
      )}
      <Facts
        facts={[
          { label: words.url, value: url },
          { label: words.events, value: event_types?.join(', ') ?? words.allEvents },
        ]}
      />
      <Deliveries endpoint={id} />
      {isEditing && (
        <EndpointDialog
          endpoint={endpoint}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            void query.refresh();
          }}
        />
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  );
}
