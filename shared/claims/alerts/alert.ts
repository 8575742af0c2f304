import type { EntryDraft } from '#audit/entries/chain.ts';
import type { AlertJson, AlertRule } from '#contract/claims/alerts/records.ts';
import { linksOf, type Measure } from './measure.ts';

/** An alert as it is stored. The amount is in integer cents. */
export interface Alert extends Readonly<Omit<AlertJson, 'amount' | 'state' | 'deliveries'>> {
  readonly cents?: number;
  readonly state: AlertJson['state'];
  readonly deliveries: readonly AlertDelivery[];
  /** The run that sends it, and the end of its lease in epoch milliseconds. */
  readonly run?: string;
  readonly lease_until?: number;
}

export type AlertDelivery = Readonly<AlertJson['deliveries'][number]>;

interface AlertFacts {
  readonly id: string;
  readonly now: Date;
  readonly test: boolean;
}

/** A new alert with one delivery for each recipient, due at once. */
export function newAlert(rule: AlertRule, measure: Measure, { id, now, test }: AlertFacts): Alert {
  const at = now.toISOString();
  const { count, cents, isTruncated, ids, failing } = measure;
  return {
    ...{ id, rule_id: rule.id, rule_name: rule.name, condition: rule.condition, test, raised_at: at, count },
    ...(cents !== undefined && { cents }),
    at_least: isTruncated,
    ...(failing !== undefined && { failing }),
    ids: [...ids],
    links: [...linksOf(rule.condition)],
    state: 'pending',
    deliveries: recipientsOf(rule).map((recipient) => ({
      ...{ recipient, state: 'pending', attempts: 0, next_attempt_at: at },
    })),
  };
}

export const recipientsOf = ({ recipients }: Pick<AlertRule, 'recipients'>): readonly string[] =>
  'emails' in recipients ? [...new Set(recipients.emails)] : [recipients.webhook_url];

export function alertJson({ cents, run, lease_until, deliveries, ...alert }: Alert): AlertJson {
  return {
    ...alert,
    ...(cents !== undefined && { amount: cents / 100 }),
    deliveries: [...deliveries],
  };
}

/** The entry of an alert: counts and ids of the rule, no recipients. */
export const alertEntry = (alert: Alert, event_type: string, actor: string): EntryDraft => ({
  ...{ event_type, entity_type: 'alert', entity_id: alert.id, actor },
  payload: {
    rule_id: alert.rule_id,
    kind: alert.condition.kind,
    count: alert.count,
    ...(alert.cents !== undefined && { amount: alert.cents / 100 }),
    recipients: alert.deliveries.length,
    delivered: alert.deliveries.filter(({ state }) => state === 'delivered').length,
  },
});

/** When the alert is to be sent next; undefined if nothing is left to send. */
export const nextAttemptOf = ({ deliveries }: Pick<Alert, 'deliveries'>): string | undefined =>
  deliveries
    .flatMap(({ state, next_attempt_at }) => (state === 'pending' ? (next_attempt_at ?? []) : []))
    .toSorted()[0];
