import { useState } from 'preact/hooks';
import type { AlertRule, AlertRuleInput } from '#contract/claims/alerts/records.ts';
import { api } from '#web/api/api.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Menu } from '#web/components/menu.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll, usePages } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';
import { adminReason } from '../access/access.ts';
import { AlertList } from './alert-list.tsx';
import { conditionText, recipientsText, scheduleText } from './alert-words.ts';
import { RuleDialog } from './rule-dialog.tsx';

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
