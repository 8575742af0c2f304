import { ConditionFailed, isWritten } from '#persistence/conflict.ts';
import { leaseEnd } from '#persistence/lease.ts';
import { addressedRecord } from '#store/claims/addressed-record.ts';
import { inFirstIndex, inSecondIndex, itemKey, keysUnder, timeKey } from '#store/claims/key-parts.ts';
import type { ClaimsTables } from '#store/claims/write-change.ts';
import {
  allItems,
  getRecord,
  type ItemKey,
  inRange,
  insertion,
  itemOf,
  queryOnce,
  recordOf,
  updateItem,
} from '#store/dynamodb/items.ts';
import { type PageRequest, queryPage } from '#store/dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '#store/dynamodb/table.ts';
import { type AlertRule, alert, alertDays, alertRule, maxAlertRules } from './contract.ts';
import {
  type Alert,
  type AlertState,
  alertEntry,
  nextAttemptOf,
  type RaisedAlert,
  ruleEntry,
} from './rules.ts';

/** Ids are ordered by time. */
const alertRuleKey = (id: string) => itemKey(allAlertRules.pk, id);
const allAlertRules = keysUnder('ALERTRULES');
/** Number of rules. */
const alertRuleCountKey: ItemKey = { pk: 'ALERTRULECOUNT', sk: 'COUNT' };
/** The window that a rule has used. */
const alertStateKey = (ruleId: string) => itemKey(`ALERTSTATE#${ruleId}`, 'STATE');
/** The secret that signs the webhooks of a rule. Only functions that declare it can read it. */
const alertSecretKey = (ruleId: string) => itemKey(`WEBHOOKSECRET#${ruleId}`, 'SECRET');

const alertKey = (id: string) => itemKey(`ALERT#${id}`, 'ALERT');
const alertIndexKeys = (raisedAt: string, id: string) => inFirstIndex(alertsPartition, timeKey(raisedAt, id));
const alertsPartition = 'ALERTS';
/** Alerts with an attempt that is left, by its time. */
const dueAlertKeys = (at: string, id: string) => inSecondIndex(dueAlertsPartition, timeKey(at, id));
const dueAlertsPartition = 'ALERTSDUE';

type AuditLog = Pick<ClaimsTables, 'audit'>;

export const alertRules = addressedRecord({
  of: alertRule,
  find: (table, id) => getRecord<AlertRule>(table, alertRuleKey(id)),
});

/** All rules, oldest first; strongly consistent. */
export const readAlertRules = async (table: Table): Promise<readonly AlertRule[]> =>
  (await allItems(table, allAlertRules)).map((item) => recordOf<AlertRule>(item));

/** @throws ApiError invalid_cursor */
export const queryAlertRules = (table: Table, page: PageRequest) =>
  queryPage(table, { ...page, list: ['alert-rules'], range: { pk: allAlertRules.pk } }, (item) =>
    recordOf<AlertRule>(item),
  );

interface AlertSecret {
  readonly secret: string;
  readonly url: string;
}

interface RuleChange {
  readonly rule: AlertRule;
  readonly actor: string;
  /** New secret of its webhook. */
  readonly secret?: AlertSecret | undefined;
}

/** The audit entry of a new rule, and the writes of the rule, its secret and the number of rules. */
export function insertionOfRule({ rule, actor, secret }: RuleChange) {
  const counting: TransactAction = {
    Update: {
      Key: { ...alertRuleCountKey },
      UpdateExpression: 'ADD rule_count :one',
      ConditionExpression: 'attribute_not_exists(rule_count) OR rule_count < :limit',
      ExpressionAttributeValues: { ':one': 1, ':limit': maxAlertRules },
    },
    otherwise: 'alert_rule_limit_reached',
  };
  const put = insertion(itemOf(alertRuleKey(rule.id), rule));
  return {
    entry: ruleEntry(rule, 'alert_rule.created', actor),
    writes: [counting, put, ...secretActions(rule.id, secret)],
  };
}

/**
 * Replaces a rule.
 *
 * @param removesSecret the rule has no webhook any more
 * @throws ConditionFailed if the rule has changed since it was read
 */
export async function replaceAlertRule(
  { audit }: AuditLog,
  before: AlertRule,
  { rule, actor, secret }: RuleChange,
  removesSecret: boolean,
): Promise<void> {
  const put: TransactAction = {
    Put: { Item: itemOf(alertRuleKey(rule.id), rule), ...isStill(before) },
  };
  const gone: readonly TransactAction[] = removesSecret
    ? [{ Delete: { Key: { ...alertSecretKey(rule.id) } } }]
    : [];
  await audit.append(
    [ruleEntry(rule, 'alert_rule.changed', actor)],
    [put, ...secretActions(rule.id, secret), ...gone],
  );
}

/** @throws ConditionFailed if the rule has changed since it was read */
export async function removeAlertRule({ audit }: AuditLog, rule: AlertRule, actor: string): Promise<void> {
  const { id } = rule;
  await audit.append(
    [ruleEntry(rule, 'alert_rule.deleted', actor)],
    [
      { Delete: { Key: { ...alertRuleKey(id) }, ...isStill(rule) } },
      { Delete: { Key: { ...alertSecretKey(id) } } },
      { Delete: { Key: { ...alertStateKey(id) } } },
      {
        Update: {
          Key: { ...alertRuleCountKey },
          UpdateExpression: 'ADD rule_count :less',
          ExpressionAttributeValues: { ':less': -1 },
        },
      },
    ],
  );
}

/** The secret that signs the webhooks of a rule, and the URL to which they go. */
export const readAlertSecret = (table: Table, ruleId: string) =>
  getRecord<AlertSecret>(table, alertSecretKey(ruleId));

const secretActions = (ruleId: string, secret: AlertSecret | undefined): readonly TransactAction[] =>
  secret === undefined ? [] : [{ Put: { Item: itemOf(alertSecretKey(ruleId), secret) } }];

/** The condition that a rule has not changed since it was read. */
const isStill = ({ version }: Pick<AlertRule, 'version'>) => ({
  ConditionExpression: '#version = :before',
  ExpressionAttributeNames: { '#version': 'version' },
  ExpressionAttributeValues: { ':before': version },
});

const findAlert = (table: Table, id: string) => getRecord<Alert>(table, alertKey(id));

export const alerts = addressedRecord({ of: alert, find: findAlert });

export const findAlertState = (table: Table, ruleId: string) =>
  getRecord<AlertState>(table, alertStateKey(ruleId));

/**
 * Alerts, newest first. With a rule, a page may have fewer alerts than its limit.
 *
 * @throws ApiError invalid_cursor
 */
export async function queryAlerts(
  table: Table,
  { limit, cursor, rule_id }: PageRequest & { readonly rule_id?: string | undefined },
) {
  const range = { index: 'gsi1', pk: alertsPartition, newestFirst: true } as const;
  const list = ['alerts', rule_id];
  const page = await queryPage(table, { list, limit, cursor, range }, (item) => recordOf<Alert>(item));
  return { ...page, data: page.data.filter((alert) => rule_id === undefined || alert.rule_id === rule_id) };
}

/**
 * Stores a raised alert and the window that it uses, with its audit entry.
 *
 * @throws ConditionFailed if the rule or its window has changed since they were read
 */
export async function raiseAlert(
  { audit }: Pick<ClaimsTables, 'audit'>,
  rule: AlertRule,
  before: AlertState | undefined,
  { alert, state }: RaisedAlert,
): Promise<void> {
  const Item = itemOf(alertStateKey(rule.id), state);
  const window: TransactAction = {
    Put: {
      Item,
      ...(before === undefined
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression: 'raised = :raised AND rule_version = :version',
            ExpressionAttributeValues: { ':raised': before.raised, ':version': before.rule_version },
          }),
    },
  };
  const unchanged: TransactAction = {
    ConditionCheck: { Key: { ...alertRuleKey(rule.id) }, ...isStill(rule) },
  };
  await audit.append(
    [alertEntry(alert, 'alert.raised', 'schedule')],
    [unchanged, window, insertion(alertItem(alert))],
  );
}

/** @throws ConditionFailed if the rule has alerted meanwhile */
export async function clearAlertState(table: Table, ruleId: string, before: AlertState): Promise<void> {
  await updateItem(table, alertStateKey(ruleId), {
    UpdateExpression: 'SET active = :no',
    ConditionExpression: 'raised = :raised AND rule_version = :version',
    ExpressionAttributeValues: { ':no': false, ':raised': before.raised, ':version': before.rule_version },
  });
}

/** The action that stores a test, which uses no window. */
export const testAlertAction = (alert: Alert): TransactAction => insertion(alertItem(alert));

function alertItem(alert: Alert) {
  const { id, raised_at } = alert;
  const next = nextAttemptOf(alert);
  return {
    ...itemOf(
      { ...alertKey(id), ...alertIndexKeys(raised_at, id), ...(next && dueAlertKeys(next, id)) },
      alert,
    ),
    expires_at: Math.floor(Date.parse(raised_at) / 1000) + alertDays * 86_400,
  };
}

/** Alerts that one run sends. */
const maxDue = 50;

/** Ids of alerts with an attempt that is due, the most urgent first; eventually consistent. */
export async function readDueAlerts(table: Table, now: Date): Promise<readonly string[]> {
  const range = inRange({ pk: dueAlertsPartition, prefix: '' }, { to: `${now.toISOString()}~` }, 'gsi2');
  const { Items = [] } = await queryOnce(table, { ...range, IndexName: 'gsi2', Limit: maxDue });
  return Items.map(({ id }) => String(id));
}

/** Takes the lease of an alert, unless another run has it; undefined if nothing is due. */
export async function takeAlert(
  table: Table,
  id: string,
  { now, run }: { readonly now: Date; readonly run: string },
): Promise<Alert | 'held' | undefined> {
  const update = updateItem(table, alertKey(id), {
    UpdateExpression: 'SET run = :run, lease_until = :until',
    ConditionExpression: '#state = :pending AND (attribute_not_exists(lease_until) OR lease_until <= :now)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':run': run,
      ':until': leaseEnd(now).getTime(),
      ':pending': 'pending',
      ':now': now.getTime(),
    },
  });
  const isTaken = await isWritten(update);
  const alert = await findAlert(table, id);
  return isTaken ? alert : alert?.state === 'pending' ? 'held' : undefined;
}

/**
 * Stores deliveries under the lease; with the last one, also its audit entry.
 *
 * @returns false if another run has the lease
 */
export async function saveAlert(
  { claims, audit }: Pick<ClaimsTables, 'claims' | 'audit'>,
  alert: Alert,
  isLast: boolean,
): Promise<boolean> {
  const put: TransactAction = {
    Put: {
      Item: alertItem(alert),
      ConditionExpression: 'run = :run',
      ExpressionAttributeValues: { ':run': alert.run },
    },
  };
  try {
    if (isLast) await audit.append([alertEntry(alert, `alert.${alert.state}`, 'schedule')], [put]);
    else await transact(claims, [put]);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/** Gives the lease back, for the next attempt. */
export async function releaseAlert(table: Table, { id, run }: Alert): Promise<void> {
  const update = updateItem(table, alertKey(id), {
    UpdateExpression: 'REMOVE lease_until, run',
    ConditionExpression: 'run = :run',
    ExpressionAttributeValues: { ':run': run },
  });
  await isWritten(update);
}
