import type { Alert, AlertCondition, AlertRule, AlertSchedule } from '#claims/alerts/contract.ts';
import type { ApiInput } from '#web/api/api.ts';
import { dollars } from '#web/claims/dollars.ts';
import { payerName } from '#web/claims/payer/payers.ts';
import { formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** The condition of a rule in words. */
export function conditionText(condition: AlertCondition): string {
  const words = texts.alerts;
  const parts = [words.kinds[condition.kind]];
  if ('hours' in condition) parts.push(words.inHours(condition.hours));
  if ('older_than_days' in condition) parts.push(words.olderDays(condition.older_than_days));
  if ('older_than_minutes' in condition) parts.push(words.olderMinutes(condition.older_than_minutes));
  if ('payer_id' in condition && condition.payer_id !== undefined)
    parts.push(words.forPayer(payerName(condition.payer_id)));
  if ('count' in condition && condition.count !== undefined) parts.push(words.fromCount(condition.count));
  if ('amount' in condition && condition.amount !== undefined)
    parts.push(words.fromAmount(dollars(condition.amount)));
  return parts.join(', ');
}

/** The schedule of a rule in words. */
export function scheduleText(schedule: AlertSchedule): string {
  const words = texts.alerts;
  return schedule.mode === 'immediate'
    ? words.immediate(schedule.window_minutes)
    : words.daily(`${schedule.hour}:00`);
}

/** The recipients of a rule, separated by commas. */
export const recipientsText = ({ recipients }: AlertRule): string =>
  'emails' in recipients ? recipients.emails.join(', ') : recipients.webhook_url;

/** The number of records of an alert; at least this number where not all were counted. */
export const countText = ({ count, at_least }: Alert): string =>
  at_least ? texts.alerts.atLeast(formatNumber(count)) : formatNumber(count);

/** The amount of an alert, and what it is: payments for deposits, else charges. Empty if it has none. */
export function amountText({ amount, condition }: Alert): string {
  if (amount === undefined) return '';
  const words = texts.alerts;
  const named = condition.kind === 'unreconciled_deposits' ? words.payments : words.charged;
  return named(dollars(amount));
}

/** Kinds of conditions, in the order of the form. */
export const kinds = [
  'rejected_claims',
  'overdue_claims',
  'unmatched_items',
  'quarantined_files',
  'clearinghouse',
  'unreconciled_deposits',
] as const satisfies readonly AlertCondition['kind'][];
export type Kind = (typeof kinds)[number];

/** The input of a person. Fields that the kind does not have are ignored. */
export interface RuleForm {
  readonly name: string;
  readonly kind: Kind;
  readonly payerId: string;
  readonly hours: number | undefined;
  readonly days: number | undefined;
  readonly minutes: number | undefined;
  readonly count: number | undefined;
  readonly amount: number | undefined;
  readonly mode: 'immediate' | 'daily';
  readonly window: number | undefined;
  readonly hour: number | undefined;
  readonly to: 'emails' | 'webhook';
  readonly emails: string;
  readonly webhook: string;
}

/** Which fields the condition of a kind has. */
export const fieldsOf = (kind: Kind) => ({
  payer: kind === 'rejected_claims' || kind === 'overdue_claims',
  hours: kind === 'rejected_claims' || kind === 'quarantined_files',
  days: kind === 'unmatched_items' || kind === 'unreconciled_deposits',
  minutes: kind === 'clearinghouse',
  count: kind !== 'clearinghouse',
  amount: kind === 'rejected_claims' || kind === 'overdue_claims' || kind === 'unreconciled_deposits',
});

/** Returns the form of a rule, or of a new one with the usual values. */
export function formOf(rule: AlertRule | undefined): RuleForm {
  const condition: Readonly<Record<string, unknown>> = { ...rule?.condition };
  const schedule = rule?.schedule;
  const recipients = rule?.recipients;
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return {
    name: rule?.name ?? '',
    kind: rule?.condition.kind ?? 'rejected_claims',
    payerId: typeof condition['payer_id'] === 'string' ? condition['payer_id'] : '',
    hours: number(condition['hours']) ?? 24,
    days: number(condition['older_than_days']) ?? 3,
    minutes: number(condition['older_than_minutes']) ?? 60,
    count: number(condition['count']),
    amount: number(condition['amount']),
    mode: schedule?.mode ?? 'immediate',
    window: schedule?.mode === 'immediate' ? schedule.window_minutes : 60,
    hour: schedule?.mode === 'daily' ? schedule.hour : 8,
    to: recipients !== undefined && 'webhook_url' in recipients ? 'webhook' : 'emails',
    emails: recipients !== undefined && 'emails' in recipients ? recipients.emails.join(', ') : '',
    webhook: recipients !== undefined && 'webhook_url' in recipients ? recipients.webhook_url : '',
  };
}

/** Returns the rule that the form describes. */
export function inputOf(
  form: RuleForm,
  rule: AlertRule | undefined,
): ApiInput<'POST /api/admin/alert-rules'> {
  return {
    name: form.name.trim(),
    condition: conditionOf(form, rule?.condition),
    schedule:
      form.mode === 'immediate'
        ? { mode: 'immediate', ...(form.window !== undefined && { window_minutes: form.window }) }
        : { mode: 'daily', ...(form.hour !== undefined && { hour: form.hour }) },
    recipients:
      form.to === 'webhook'
        ? { webhook_url: form.webhook.trim() }
        : { emails: form.emails.split(/[\s,;]+/).filter((address) => address !== '') },
    paused: rule?.paused ?? false,
  };
}

/** Settings that the form does not show, such as lanes, stay as they are. */
function conditionOf(
  form: RuleForm,
  before: AlertCondition | undefined,
): ApiInput<'POST /api/admin/alert-rules'>['condition'] {
  const { kind, payerId } = form;
  const payer = payerId === '' ? {} : { payer_id: payerId };
  const count = form.count === undefined ? {} : { count: form.count };
  const amount = form.amount === undefined ? {} : { amount: form.amount };
  const hours = form.hours === undefined ? {} : { hours: form.hours };
  const days = form.days === undefined ? {} : { older_than_days: form.days };
  switch (kind) {
    case 'rejected_claims': {
      const lanes = before?.kind === kind ? { lanes: before.lanes } : {};
      return { kind, ...lanes, ...payer, ...hours, ...count, ...amount };
    }
    case 'overdue_claims':
      return { kind, ...payer, ...count, ...amount };
    case 'unmatched_items': {
      const item =
        before?.kind === kind && before.item_kind !== undefined ? { item_kind: before.item_kind } : {};
      return { kind, ...item, ...days, ...count };
    }
    case 'quarantined_files':
      return { kind, ...hours, ...count };
    case 'clearinghouse':
      return { kind, ...(form.minutes !== undefined && { older_than_minutes: form.minutes }) };
    case 'unreconciled_deposits':
      return { kind, ...days, ...count, ...amount };
  }
}
