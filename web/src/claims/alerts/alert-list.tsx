import { useEffect, useMemo } from 'preact/hooks';
import type { Alert } from '#contract/claims/alerts/records.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { usePages } from '#web/data/query.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';
import { conditionText, countText } from './alert-words.ts';

const tones: Readonly<Record<Alert['state'], Tone>> = {
  pending: 'info',
  delivered: 'good',
  failed: 'danger',
};

/** The alerts of the last 90 days, newest first. While one is being sent, the list follows it. */
export function AlertList() {
  const [open, setOpen] = useAddressState<string>('alert', '');
  const alerts = usePages<Alert>(
    'alerts/raised',
    (cursor) => api('GET /api/admin/alerts', { limit: 50, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const isSending = alerts.rows.some(({ test, state }) => test && state === 'pending');
  useEffect(() => {
    if (!isSending) return;
    const timer = setInterval(() => void alerts.refresh(), 2_000);
    return () => clearInterval(timer);
  }, [isSending]);
  const columns = useMemo(columnsOf, []);
  const words = texts.alerts;
  const shown = alerts.rows.find(({ id }) => id === open);
  return (
    <Section title={words.raised}>
      <List<Alert>
        label={words.raised}
        rows={alerts.rows}
        rowKey={({ id }) => id}
        rowLabel={({ rule_name }) => rule_name}
        columns={columns}
        onOpen={({ id }) => setOpen(id)}
        openKey={open}
        hasMore={alerts.hasMore}
        onMore={alerts.loadMore}
        isLoading={alerts.isLoading}
        error={alerts.error}
        onRetry={alerts.refresh}
        empty={<Empty icon="bell" title={words.noAlerts} text={words.noAlertsText} />}
      />
      {shown !== undefined && <AlertPanel alert={shown} onClose={() => setOpen('')} />}
    </Section>
  );
}

const StateBadge = ({ state }: { readonly state: Alert['state'] }) => (
  <Badge tone={tones[state]}>{texts.alerts.alert.states[state]}</Badge>
);

function columnsOf(): readonly Column<Alert>[] {
  const { columns, alert: words } = texts.alerts;
  return [
    {
      id: 'name',
      label: columns.name,
      cell: ({ rule_name, test }) => (test ? `${rule_name} (${words.isTest})` : rule_name),
    },
    { id: 'count', label: columns.count, cell: countText, align: 'end', width: '140px' },
    {
      id: 'amount',
      label: columns.amount,
      cell: ({ amount }) => (amount === undefined ? '' : dollars(amount)),
      align: 'end',
      width: '130px',
      hideable: true,
    },
    { id: 'state', label: columns.state, cell: ({ state }) => <StateBadge state={state} />, width: '170px' },
    {
      id: 'raised',
      label: columns.raised,
      cell: ({ raised_at }) => formatDateTime(raised_at),
      width: '190px',
      hideable: true,
    },
  ];
}

function AlertPanel({ alert, onClose }: { readonly alert: Alert; readonly onClose: () => void }) {
  const { columns, alert: words } = texts.alerts;
  const { condition, raised_at, amount, failing, ids, deliveries } = alert;
  const isAboutClaims = condition.kind === 'rejected_claims' || condition.kind === 'overdue_claims';
  return (
    <Panel title={alert.rule_name} note={<StateBadge state={alert.state} />} onClose={onClose}>
      <Facts
        facts={[
          { label: columns.condition, value: conditionText(condition) },
          { label: columns.count, value: countText(alert) },
          { label: columns.amount, value: amount === undefined ? undefined : dollars(amount) },
          { label: columns.raised, value: formatDateTime(raised_at) },
          { label: words.failing, value: failing },
        ]}
      />
      <Section title={words.deliveries}>
        <DataTable
          label={words.deliveries}
          rows={deliveries}
          rowKey={({ recipient }) => recipient}
          columns={[
            { id: 'recipient', label: words.recipient, cell: ({ recipient }) => recipient },
            { id: 'state', label: columns.state, cell: ({ state }) => <StateBadge state={state} /> },
            {
              id: 'attempts',
              label: words.attempts,
              align: 'end',
              cell: ({ attempts }) => formatNumber(attempts),
            },
            { id: 'error', label: words.error, cell: ({ error = '' }) => error },
            {
              id: 'next',
              label: words.next,
              cell: ({ next_attempt_at, state }) =>
                state === 'pending' && next_attempt_at !== undefined ? formatDateTime(next_attempt_at) : '',
            },
          ]}
        />
      </Section>
      {isAboutClaims && ids.length > 0 && (
        <Section title={words.firstShown(ids.length)}>
          <ul>
            {ids.map((id) => (
              <li key={id}>
                <Link to={`/claims/claim/${id}`}>{id}</Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Panel>
  );
}
