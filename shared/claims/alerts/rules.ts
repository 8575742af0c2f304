import type { EntryDraft } from '#audit/entries/chain.ts';
import { localDay, wallClock } from '#calendar/time-zone.ts';
import { deterministicId } from '#claims/deterministic-id.ts';
import { Conflict } from '#persistence/conflict.ts';
import type { AlertCondition, AlertJson, AlertRule, AlertRuleInput } from './contract.ts';

interface RuleFacts {
  readonly id: string;
  readonly actor: string;
  readonly now: Date;
}

export function newAlertRule(input: AlertRuleInput, { id, actor, now }: RuleFacts): AlertRule {
  const at = now.toISOString();
  return {
    ...{ id, version: 1, ...input },
    ...{ created_at: at, created_by: actor, updated_at: at, updated_by: actor },
  };
}

export const replacedAlertRule = (
  before: AlertRule,
  input: AlertRuleInput,
  { actor, now }: Omit<RuleFacts, 'id'>,
): AlertRule => ({
  ...before,
  ...input,
  version: before.version + 1,
  ...{ updated_at: now.toISOString(), updated_by: actor },
});

export const webhookUrlOf = ({ recipients }: Pick<AlertRule, 'recipients'>): string | undefined =>
  'webhook_url' in recipients ? recipients.webhook_url : undefined;

/** The entry of a change of a rule. Addresses, URLs and the name stay outside the audit log. */
export const ruleEntry = (rule: AlertRule, event_type: string, actor: string): EntryDraft => ({
  ...{ event_type, entity_type: 'alert_rule', entity_id: rule.id, actor },
  payload: {
    version: rule.version,
    kind: rule.condition.kind,
    mode: rule.schedule.mode,
    channel: webhookUrlOf(rule) === undefined ? 'email' : 'webhook',
    recipients: recipientsOf(rule).length,
    paused: rule.paused,
  },
});

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

const recipientsOf = ({ recipients }: Pick<AlertRule, 'recipients'>): readonly string[] =>
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

/** What a rule counts at a moment. */
export interface Measure {
  readonly count: number;
  /** Integer cents; absent for records without an amount. */
  readonly cents?: number;
  /** More records were not counted. */
  readonly isTruncated: boolean;
  /** The first records, at most {@link maxAlertIds}. */
  readonly ids: readonly string[];
  /** Sort key of the newest record. */
  readonly newest?: string;
  /** Error code of the last visit to the clearinghouse. */
  readonly failing?: string;
}

/** Ids that an alert names. */
export const maxAlertIds = 20;

/** Whether one of the thresholds is reached; without thresholds, one record is enough. */
export function reachesThreshold(condition: AlertCondition, { count, cents = 0, failing }: Measure): boolean {
  if (failing !== undefined) return true;
  const least = 'count' in condition ? condition.count : undefined;
  const amount = 'amount' in condition ? condition.amount : undefined;
  if (least === undefined && amount === undefined) return count > 0;
  return (
    (least !== undefined && count >= least) || (amount !== undefined && cents >= Math.round(amount * 100))
  );
}

/** Lists of the counted records, below the address of the API. */
export function linksOf(condition: AlertCondition): readonly string[] {
  switch (condition.kind) {
    case 'rejected_claims':
      return condition.lanes.map((lane) => claimsLink(lane, condition.payer_id));
    case 'overdue_claims':
      return [claimsLink('overdue', condition.payer_id)];
    case 'quarantined_files':
      return ['/api/files?state=quarantined'];
    case 'unmatched_items':
      return [`/api/unmatched${condition.item_kind === undefined ? '' : `?kind=${condition.item_kind}`}`];
    case 'clearinghouse':
      return ['/api/clearhouse', '/api/clearhouse/submissions'];
    case 'unreconciled_deposits':
      return ['/api/deposits?state=expected'];
  }
}

const claimsLink = (lane: string, payerId: string | undefined): string =>
  `/api/claims?lane=${lane}${payerId === undefined ? '' : `&payer_id=${encodeURIComponent(payerId)}`}`;

/** The windows that a rule has used. Each raised alert replaces it, under the condition that it is unchanged. */
export interface AlertState {
  /** Version of the rule that it belongs to. */
  readonly rule_version: number;
  /** Alerts that the version has raised. */
  readonly raised: number;
  readonly raised_at: string;
  /** Day of the last alert in the time zone of the practice. */
  readonly day: string;
  /** What the last alert counted. */
  readonly counted: Pick<Measure, 'count' | 'newest' | 'failing'>;
  /** False after an evaluation in which the threshold was not reached. */
  readonly active: boolean;
}

/** An alert with the state of its rule after it. */
export interface RaisedAlert {
  readonly alert: Alert;
  readonly state: AlertState;
}

interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

/** Whether the rule may alert now: its window is free, and it is not paused. */
export function isWindowFree(
  { schedule, paused, version }: AlertRule,
  state: AlertState | undefined,
  { now, timeZone }: Moment,
): boolean {
  if (paused) return false;
  const last = state?.rule_version === version ? state : undefined;
  if (schedule.mode === 'daily') {
    return hourIn(timeZone, now) >= schedule.hour && last?.day !== localDay(now, timeZone);
  }
  return last === undefined || Date.parse(last.raised_at) + schedule.window_minutes * 60_000 <= now.getTime();
}

/**
 * Decides about a rule whose window is free. While its threshold stays reached, an immediate rule alerts again only for new
 * records. Two runs that decide at the same time make the same id, and one of them fails.
 */
export function raisedAlert(
  rule: AlertRule,
  before: AlertState | undefined,
  measure: Measure,
  { now, timeZone }: Moment,
): RaisedAlert | undefined {
  if (!reachesThreshold(rule.condition, measure)) return undefined;
  const last = before?.rule_version === rule.version ? before : undefined;
  if (rule.schedule.mode === 'immediate' && last?.active && !hasMore(measure, last.counted)) return undefined;
  const raised = (last?.raised ?? 0) + 1;
  const id = deterministicId('alert', rule.id, rule.version, raised);
  return {
    alert: newAlert(rule, measure, { id, now, test: false }),
    state: {
      ...{ rule_version: rule.version, raised, raised_at: now.toISOString() },
      ...{ day: localDay(now, timeZone), counted: countedBy(measure), active: true },
    },
  };
}

const countedBy = ({ count, newest, failing }: Measure): AlertState['counted'] => ({
  count,
  ...(newest !== undefined && { newest }),
  ...(failing !== undefined && { failing }),
});

/** Whether a measure has records that the last alert did not count. A record that leaves the period is no reason to alert. */
const hasMore = (
  { count, newest = '', failing, isTruncated }: Measure,
  last: AlertState['counted'],
): boolean =>
  isTruncated ||
  count > last.count ||
  newest > (last.newest ?? '') ||
  (failing !== undefined && failing !== last.failing);

const hourIn = (timeZone: string, now: Date): number => wallClock(now, timeZone).getUTCHours();

export interface EvaluationPorts {
  /** All rules; strongly consistent. */
  readRules(): Promise<readonly AlertRule[]>;
  readState(ruleId: string): Promise<AlertState | undefined>;
  measure(condition: AlertCondition, now: Date): Promise<Measure>;
  /**
   * Stores the alert, the state and the audit entry in one transaction, if rule and state are unchanged.
   *
   * @throws Conflict
   */
  raise(rule: AlertRule, before: AlertState | undefined, raised: RaisedAlert): Promise<void>;
  /**
   * Records that the threshold of a rule is no longer reached.
   *
   * @throws Conflict
   */
  clear(ruleId: string, before: AlertState): Promise<void>;
  readonly timeZone: string;
  now(): Date;
  /** Reports a rule that could not be evaluated. */
  onFailure(error: unknown, ruleId: string): void;
}

export interface Evaluation {
  readonly evaluated: number;
  readonly raised: number;
  readonly failed: number;
}

/** Evaluates the rules whose window is free. A rule that fails does not stop the others. */
export async function evaluateRules(ports: EvaluationPorts, outOfTime: () => boolean): Promise<Evaluation> {
  let [evaluated, raised, failed] = [0, 0, 0];
  for (const rule of await ports.readRules()) {
    if (outOfTime()) break;
    try {
      const result = await evaluateRule(rule, ports);
      if (result !== 'closed') evaluated++;
      if (result === 'raised') raised++;
    } catch (error) {
      // Another run has raised the alert, or the rule has changed: the next run decides again.
      if (error instanceof Conflict) continue;
      failed++;
      ports.onFailure(error, rule.id);
    }
  }
  return { evaluated, raised, failed };
}

async function evaluateRule(rule: AlertRule, ports: EvaluationPorts): Promise<'closed' | 'quiet' | 'raised'> {
  const moment = { now: ports.now(), timeZone: ports.timeZone };
  if (rule.paused) return 'closed';
  const before = await ports.readState(rule.id);
  if (!isWindowFree(rule, before, moment)) return 'closed';
  const measure = await ports.measure(rule.condition, moment.now);
  const decision = raisedAlert(rule, before, measure, moment);
  if (decision === undefined) {
    if (before?.active && !reachesThreshold(rule.condition, measure)) await ports.clear(rule.id, before);
    return 'quiet';
  }
  await ports.raise(rule, before, decision);
  return 'raised';
}
