import { useMemo, useState } from 'preact/hooks';
import {
  deliveryStatuses as states,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '#commerce/webhooks/contract.ts';
import { api } from '#web/api/api.ts';
import { navigate, useParameters } from '#web/app/router.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Facts } from '#web/components/facts.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Menu } from '#web/components/menu.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { RecordPanel } from '#web/components/record-panel.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { Timeline } from '#web/components/timeline.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { type PanelSteps, useAddressPanel, useAddressState } from '#web/data/address-state.ts';
import { type Query, refreshAll, usePages, useQuery } from '#web/data/query.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { SecretDialog } from '../keys/secret-dialog.tsx';
import { EndpointDialog, isSubscribable } from './endpoint-dialog.tsx';
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

/** The deliveries to an endpoint, newest first. A row shows content and responses. */
function Deliveries({ endpoint }: { readonly endpoint: string }) {
  const [given, setState] = useAddressState<string>('state', '');
  const status = states.find((state) => state === given);
  const deliveries = usePages(`webhooks/deliveries/${endpoint}?${status ?? ''}`, (cursor) =>
    api('GET /api/v1/webhook-endpoints/{id}/deliveries', {
      id: endpoint,
      ...(status !== undefined && { status }),
      ...(cursor !== undefined && { cursor }),
    }),
  );
  const panel = useAddressPanel('delivery');
  const columns = useMemo(columnsOf, []);
  const words = texts.webhooks;
  return (
    <Section title={words.deliveries}>
      <FilterChips
        label={words.state}
        options={[
          { value: '', label: words.all },
          ...states.map((value) => ({ value, label: words.delivery[value] })),
        ]}
        value={given}
        onChange={setState}
      />
      <List
        label={words.deliveries}
        rows={deliveries.rows}
        columns={columns}
        rowKey={(delivery) => delivery.id}
        rowLabel={({ event_type }) => event_type}
        panel={panel}
        hasMore={deliveries.hasMore}
        onMore={() => void deliveries.loadMore()}
        isLoading={deliveries.isLoading}
        error={deliveries.error}
        onRetry={() => void deliveries.refresh()}
        empty={<Empty title={words.noDeliveries} text={words.noDeliveriesText} />}
      />
      <RecordPanel<WebhookDelivery>
        panel={panel}
        title={words.deliveries}
        rows={deliveries.rows}
        rowKey={({ id }) => id}
        read={(id) =>
          api('GET /api/v1/webhook-endpoints/{id}/deliveries/{delivery_id}', {
            id: endpoint,
            delivery_id: id,
          })
        }
        isLoading={deliveries.isLoading}
      >
        {(delivery, steps) => (
          <DeliveryPanel delivery={delivery} steps={steps} onSent={() => void deliveries.refresh()} />
        )}
      </RecordPanel>
    </Section>
  );
}

/** Tones of the states of a delivery. */
const tones: Readonly<Record<WebhookDelivery['status'], Tone>> = {
  pending: 'info',
  delivered: 'good',
  failed: 'danger',
};

function columnsOf(): readonly Column<WebhookDelivery>[] {
  const words = texts.webhooks;
  return [
    { id: 'event', label: words.event, width: '2fr', card: 'title', cell: ({ event_type }) => event_type },
    {
      id: 'state',
      label: words.state,
      width: '130px',
      cell: ({ status }) => <Badge tone={tones[status]}>{words.delivery[status]}</Badge>,
    },
    {
      id: 'attempts',
      label: words.attempts,
      width: '100px',
      align: 'end',
      cell: ({ attempt_count }) => formatNumber(attempt_count),
    },
    {
      id: 'last',
      label: words.lastAttempt,
      width: '150px',
      hideable: true,
      cell: ({ last_attempt }) => last_attempt && (last_attempt.status ?? words.noResponse),
    },
    { id: 'time', label: words.time, width: '180px', cell: ({ created_at }) => formatDateTime(created_at) },
  ];
}

/** One delivery: each attempt with its response, and the content. */
function DeliveryPanel({
  delivery: { id, endpoint_id, event_type, next_attempt_at, status },
  steps,
  onSent,
}: {
  readonly delivery: WebhookDelivery;
  readonly steps: PanelSteps;
  readonly onSent: () => void;
}) {
  const names = { id: endpoint_id, delivery_id: id };
  const detail = useQuery(
    `webhooks/delivery/${id}`,
    () => api('GET /api/v1/webhook-endpoints/{id}/deliveries/{delivery_id}', names),
    {
      keep: false,
    },
  );
  const words = texts.webhooks;
  const again = useAction(
    async () => {
      await api('POST /api/v1/webhook-endpoints/{id}/deliveries/{delivery_id}/redelivery', names);
      onSent();
    },
    { done: words.redelivered },
  );
  return (
    <Panel
      title={event_type}
      note={
        status === 'pending' && next_attempt_at
          ? words.nextAttempt(formatDateTime(next_attempt_at))
          : undefined
      }
      {...steps}
      actions={
        <Button busy={again.isRunning} onClick={() => void again.run()}>
          {words.redeliver}
        </Button>
      }
    >
      {detail.isLoading && <Loading rows={6} />}
      {detail.data === undefined && detail.error !== undefined && (
        <Failure error={detail.error} onRetry={() => void detail.refresh()} />
      )}
      {detail.data && (
        <>
          <Timeline
            label={words.attempts}
            events={detail.data.attempts.map((attempt, number) => ({
              id: String(number),
              at: attempt.at,
              title: String(attempt.status ?? words.noResponse),
              detail: [
                words.inMilliseconds(formatNumber(attempt.duration_ms)),
                ...(attempt.response_body === undefined ? [] : [attempt.response_body]),
              ].join(', '),
              tone: attempt.status !== undefined && attempt.status < 300 ? 'good' : 'danger',
            }))}
          />
          <h3>{words.payload}</h3>
          <pre class="webhook-payload">{indented(detail.data.payload)}</pre>
        </>
      )}
    </Panel>
  );
}

const indented = (payload: string): string => JSON.stringify(JSON.parse(payload), null, 2);
