import type { DeliveryPorts } from '#claims/alerts/deliver-alert.ts';
import type { EvaluationPorts } from '#claims/alerts/evaluate-rules.ts';
import { isWritten } from '#persistence/conflict.ts';
import { updateItem } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { currentConfiguration } from '../configuration/configuration.ts';
import { jobMarkKey } from '../keys/submission-keys.ts';
import type { ClaimsTables } from '../write-change.ts';
import { readAlertRules } from './alert-rules.ts';
import {
  clearAlertState,
  findAlertState,
  raiseAlert,
  readDueAlerts,
  releaseAlert,
  saveAlert,
  takeAlert,
} from './alerts.ts';
import { measure } from './measures.ts';

export const evaluationPorts = async (
  tables: ClaimsTables,
  onFailure: EvaluationPorts['onFailure'],
): Promise<EvaluationPorts> => ({
  readRules: () => readAlertRules(tables.claims),
  readState: (ruleId) => findAlertState(tables.claims, ruleId),
  measure: (condition, now) => measure(tables.claims, condition, now),
  raise: (rule, before, raised) => raiseAlert(tables, rule, before, raised),
  clear: (ruleId, before) => clearAlertState(tables.claims, ruleId, before),
  timeZone: (await currentConfiguration(tables.claims)).clearinghouse.file_name.time_zone,
  now: () => new Date(),
  onFailure,
});

/** Longer than the time limit of the function, milliseconds. */
const lease = 150_000;

export const deliveryPorts = (
  tables: ClaimsTables,
  sending: Pick<DeliveryPorts, 'send' | 'nextAttempt'>,
): DeliveryPorts => ({
  readDue: (now) => readDueAlerts(tables.claims, now),
  take: (id, now) => takeAlert(tables.claims, id, { now, run: crypto.randomUUID(), lease }),
  save: (alert, isLast) => saveAlert(tables, alert, isLast),
  release: (alert) => releaseAlert(tables.claims, alert),
  ...sending,
  now: () => new Date(),
});

/** Time between two evaluations of all rules, milliseconds; a little less, because schedules are not exact. */
const interval = 290_000;

/** Begins the evaluation that is due; false if the last one began less than five minutes ago. */
export const beginEvaluation = (table: Table, now: Date): Promise<boolean> =>
  isWritten(
    updateItem(table, jobMarkKey('alerts'), {
      UpdateExpression: 'SET began_at = :now',
      ConditionExpression: 'attribute_not_exists(began_at) OR began_at <= :earlier',
      ExpressionAttributeValues: { ':now': now.getTime(), ':earlier': now.getTime() - interval },
    }),
  );
