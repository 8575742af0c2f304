import type { Alert, AlertCondition, AlertRule, AlertSchedule } from '#contract/claims/alerts/records.ts';
import { formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';

/** The condition of a rule in words. */
export function conditionText(condition: AlertCondition): string {
  const words = texts.alerts;
  const parts = [words.kinds[condition.kind]];
  if ('hours' in condition) parts.push(words.inHours(condition.hours));
  if ('older_than_days' in condition) parts.push(words.olderDays(condition.older_than_days));
  if ('older_than_minutes' in condition) parts.push(words.olderMinutes(condition.older_than_minutes));
  if ('payer_id' in condition && condition.payer_id !== undefined)
    parts.push(words.forPayer(condition.payer_id));
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
