import type { WebhookDelivery } from '#contract/commerce/webhook-records.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { Timeline } from '#web/components/timeline.tsx';
import { useAction } from '#web/data/action.ts';
import { useQuery } from '#web/data/query.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** One delivery: each attempt with its response, and the content. */
export function DeliveryPanel({
  delivery: { id, endpoint_id, event_type, next_attempt_at, status },
  onClose,
  onSent,
}: {
  readonly delivery: WebhookDelivery;
  readonly onClose: () => void;
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
      onClose={onClose}
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
