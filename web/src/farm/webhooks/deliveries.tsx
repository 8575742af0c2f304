import { useMemo, useState } from 'preact/hooks';
import type { WebhookDelivery } from '#contract/commerce/webhook-records.ts';
import { deliveryStatuses as states } from '#contract/commerce/webhook-records.ts';
import { api } from '#web/api/api.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Section } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { usePages } from '#web/data/query.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { DeliveryPanel } from './delivery-panel.tsx';

/** The deliveries to an endpoint, newest first. A row shows content and responses. */
export function Deliveries({ endpoint }: { readonly endpoint: string }) {
  const [given, setState] = useAddressState<string>('state', '');
  const status = states.find((state) => state === given);
  const deliveries = usePages(`webhooks/deliveries/${endpoint}?${status ?? ''}`, (cursor) =>
    api('GET /api/v1/webhook-endpoints/{id}/deliveries', {
      id: endpoint,
      ...(status !== undefined && { status }),
      ...(cursor !== undefined && { cursor }),
    }),
  );
  const [shown, setShown] = useState<WebhookDelivery>();
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
        onOpen={setShown}
        openKey={shown?.id}
        hasMore={deliveries.hasMore}
        onMore={() => void deliveries.loadMore()}
        isLoading={deliveries.isLoading}
        error={deliveries.error}
        onRetry={() => void deliveries.refresh()}
        empty={<Empty title={words.noDeliveries} text={words.noDeliveriesText} />}
      />
      {shown && (
        <DeliveryPanel
          delivery={shown}
          onClose={() => setShown(undefined)}
          onSent={() => void deliveries.refresh()}
        />
      )}
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
