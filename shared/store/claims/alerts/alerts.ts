import { type Alert, alertEntry, nextAttemptOf } from '#claims/alerts/alert.ts';
import type { AlertState, RaisedAlert } from '#claims/alerts/raise-alert.ts';
import { alertDays } from '#contract/claims/alerts/alerts.ts';
import type { AlertRule } from '#contract/claims/alerts/records.ts';
import { ConditionFailed, isWritten } from '#persistence/conflict.ts';
import { leaseEnd } from '#persistence/lease.ts';
import {
  getRecord,
  inRange,
  insertion,
  itemOf,
  queryOnce,
  recordOf,
  updateItem,
} from '../../dynamodb/items.ts';
import { type PageRequest, queryPage } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import {
  alertIndexKeys,
  alertKey,
  alertRuleKey,
  alertStateKey,
  alertsPartition,
  dueAlertKeys,
  dueAlertsPartition,
} from '../keys/alert-keys.ts';
import type { ClaimsTables } from '../write-change.ts';
import { isStill } from './alert-rules.ts';

export const findAlert = (table: Table, id: string) => getRecord<Alert>(table, alertKey(id));

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
