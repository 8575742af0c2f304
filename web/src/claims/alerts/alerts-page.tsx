import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Alert, AlertRule, AlertRuleInput } from '#claims/alerts/contract.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { adminReason } from '#web/claims/access/access.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { Button, CopyButton } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { confirm, Dialog } from '#web/components/dialog.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Form, TextField } from '#web/components/fields.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Menu } from '#web/components/menu.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { RecordPanel } from '#web/components/record-panel.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { type PanelSteps, useAddressPanel } from '#web/data/address-state.ts';
import { refreshAll, usePages } from '#web/data/query.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { ConditionFields, RecipientFields, ScheduleFields } from './rule-fields.tsx';
import {
  amountText,
  conditionText,
  countText,
  formOf,
  inputOf,
  type RuleForm,
  recipientsText,
  scheduleText,
} from './rule-form.ts';

/** Rules that watch the work, and the alerts that they raised. */
export default function AlertsPage() {
  const [edited, setEdited] = useState<AlertRule | 'new'>();
  const rules = usePages<AlertRule>(
    'alerts/rules',
    (cursor) => api('GET /api/admin/alert-rules', { limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const words = texts.alerts;
  const paused = rules.rows.filter((rule) => rule.paused).length;
  const create = (
    <Button kind="primary" icon="plus" reason={adminReason()} onClick={() => setEdited('new')}>
      {words.create}
    </Button>
  );
  return (
    <Page
      title={texts.app.pages.alerts}
      answer={
        rules.readAt === undefined
          ? undefined
          : rules.rows.length === 0
            ? words.answerNone
            : words.answer(rules.rows.length - paused)
      }
      note={paused > 0 ? words.paused(paused) : undefined}
      primary={create}
    >
      <Section title={words.rules}>
        {rules.isLoading && <Loading rows={3} />}
        {rules.error !== undefined && <Failure error={rules.error} onRetry={() => void rules.refresh()} />}
        {!rules.isLoading && rules.error === undefined && rules.rows.length === 0 && (
          <Empty icon="bell" title={words.empty} text={words.emptyText} />
        )}
        {rules.rows.length > 0 && (
          <RuleTable rules={rules.rows} onEdit={setEdited} onChange={() => void rules.refresh()} />
        )}
      </Section>
      <AlertList />
      {edited !== undefined && (
        <RuleDialog
          rule={edited === 'new' ? undefined : edited}
          onSaved={() => void rules.refresh()}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}

function RuleTable(props: {
  readonly rules: readonly AlertRule[];
  readonly onEdit: (rule: AlertRule) => void;
  readonly onChange: () => void;
}) {
  const words = texts.alerts;
  return (
    <DataTable<AlertRule>
      label={words.rules}
      rows={props.rules}
      rowKey={({ id }) => id}
      columns={[
        { id: 'name', label: words.columns.name, cell: ({ name }) => name },
        {
          id: 'condition',
          label: words.columns.condition,
          cell: ({ condition }) => conditionText(condition),
        },
        { id: 'schedule', label: words.columns.schedule, cell: ({ schedule }) => scheduleText(schedule) },
        { id: 'recipients', label: words.columns.recipients, cell: recipientsText },
        {
          id: 'state',
          label: words.columns.state,
          cell: ({ paused }) => (
            <Badge tone={paused ? 'neutral' : 'good'} icon={paused ? 'pause' : undefined}>
              {paused ? words.pausedState : words.active}
            </Badge>
          ),
        },
        {
          id: 'actions',
          label: words.columns.actions,
          cell: (rule) => <RuleMenu rule={rule} onEdit={props.onEdit} onChange={props.onChange} />,
        },
      ]}
    />
  );
}

function RuleMenu(props: {
  readonly rule: AlertRule;
  readonly onEdit: (rule: AlertRule) => void;
  readonly onChange: () => void;
}) {
  const { rule, onEdit, onChange } = props;
  const words = texts.alerts;
  const test = useAction(
    async () => {
      await api('POST /api/admin/alert-rules/{id}/test', { id: rule.id });
      refreshAll('alerts/raised');
    },
    { done: words.tested },
  );
  const pause = useAction(
    async () => {
      const { name, condition, schedule, recipients, paused } = rule;
      const input: AlertRuleInput = { name, condition, schedule, recipients, paused: !paused };
      await api('PUT /api/admin/alert-rules/{id}', { id: rule.id, ...input }, { ifMatch: rule });
      onChange();
    },
    { done: rule.paused ? words.resumedDone : words.pausedDone },
  );
  const remove = useAction(
    async () => {
      await api('DELETE /api/admin/alert-rules/{id}', { id: rule.id });
      onChange();
    },
    { done: words.removed },
  );
  const ask = async () => {
    const question = {
      title: words.removeTitle(rule.name),
      text: words.removeText,
      action: words.remove,
      danger: true,
    };
    if (await confirm(question)) await remove.run();
  };
  const reason = adminReason();
  return (
    <Menu
      label={`${words.columns.actions}: ${rule.name}`}
      small
      items={[
        { label: words.test, icon: 'send', reason, onSelect: () => void test.run() },
        { label: words.edit, icon: 'edit', reason, onSelect: () => onEdit(rule) },
        {
          label: rule.paused ? words.resume : words.pause,
          icon: rule.paused ? 'play' : 'pause',
          reason,
          onSelect: () => void pause.run(),
        },
        { label: words.remove, icon: 'trash', danger: true, reason, onSelect: () => void ask() },
      ]}
    />
  );
}

/** Creates or changes a rule. A new webhook address shows its signing secret once. */
function RuleDialog(props: {
  readonly rule: AlertRule | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const { rule, onSaved, onClose } = props;
  const [form, setForm] = useState(() => formOf(rule));
  const [secret, setSecret] = useState<string>();
  const words = texts.alerts.form;
  const save = useAction(
    async () => {
      const input = inputOf(form, rule);
      const saved =
        rule === undefined
          ? await api('POST /api/admin/alert-rules', input)
          : await api('PUT /api/admin/alert-rules/{id}', { id: rule.id, ...input }, { ifMatch: rule });
      onSaved();
      if (saved.secret === undefined) onClose();
      else setSecret(saved.secret);
    },
    { done: words.saved },
  );
  const change = (changed: Partial<RuleForm>) => setForm({ ...form, ...changed });
  return (
    <Dialog
      title={rule === undefined ? words.createTitle : words.editTitle}
      wide
      onClose={onClose}
      actions={
        secret === undefined ? (
          <>
            <Button onClick={onClose}>{texts.states.cancel}</Button>
            <Button kind="primary" type="submit" form="alert-rule" busy={save.isRunning}>
              {words.save}
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={onClose}>
            {texts.states.close}
          </Button>
        )
      }
    >
      {secret === undefined ? (
        <Form
          rules={contractRules('POST /api/admin/alert-rules')}
          id="alert-rule"
          error={save.error}
          onSubmit={() => save.run()}
        >
          <TextField
            label={words.name}
            name="name"
            hint={words.nameHint}
            value={form.name}
            onChange={(name) => change({ name })}
            required
            autoFocus
          />
          <ConditionFields form={form} onChange={change} />
          <ScheduleFields form={form} onChange={change} />
          <RecipientFields form={form} onChange={change} />
        </Form>
      ) : (
        <Notice tone="warning" isNew title={words.secretTitle}>
          <p>
            <code>{secret}</code> <CopyButton text={secret}>{words.copySecret}</CopyButton>
          </p>
          <p>{words.secretText}</p>
        </Notice>
      )}
    </Dialog>
  );
}

const tones: Readonly<Record<Alert['state'], Tone>> = {
  pending: 'info',
  delivered: 'good',
  failed: 'danger',
};

/** The alerts of the last 90 days, newest first. While one is being sent, the list follows it. */
function AlertList() {
  const panel = useAddressPanel('alert');
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
  return (
    <Section title={words.raised}>
      <List<Alert>
        label={words.raised}
        rows={alerts.rows}
        rowKey={({ id }) => id}
        rowLabel={({ rule_name }) => rule_name}
        columns={columns}
        panel={panel}
        hasMore={alerts.hasMore}
        onMore={alerts.loadMore}
        isLoading={alerts.isLoading}
        error={alerts.error}
        onRetry={alerts.refresh}
        empty={<Empty icon="bell" title={words.noAlerts} text={words.noAlertsText} />}
      />
      <RecordPanel<Alert>
        panel={panel}
        title={words.raised}
        rows={alerts.rows}
        rowKey={({ id }) => id}
        read={(id) => api('GET /api/admin/alerts/{id}', { id })}
        isLoading={alerts.isLoading}
      >
        {(alert, steps) => <AlertPanel alert={alert} steps={steps} />}
      </RecordPanel>
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
      cell: amountText,
      align: 'end',
      width: '190px',
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

function AlertPanel({ alert, steps }: { readonly alert: Alert; readonly steps: PanelSteps }) {
  const { columns, alert: words } = texts.alerts;
  const { condition, raised_at, failing, ids, deliveries } = alert;
  const isAboutClaims = condition.kind === 'rejected_claims' || condition.kind === 'overdue_claims';
  return (
    <Panel title={alert.rule_name} note={<StateBadge state={alert.state} />} {...steps}>
      <Facts
        facts={[
          { label: columns.condition, value: conditionText(condition) },
          { label: columns.count, value: countText(alert) },
          { label: columns.amount, value: amountText(alert) },
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
