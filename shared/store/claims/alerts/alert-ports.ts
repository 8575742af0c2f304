import type { DeliveryPorts } from '#claims/alerts/deliver-alert.ts';
import type { EvaluationPorts } from '#claims/alerts/evaluate-rules.ts';
import type { Table } from '../../dynamodb/table.ts';
import { currentConfiguration } from '../configuration/configuration.ts';
import { beginJob } from '../job-marks.ts';
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

export const deliveryPorts = (
  tables: ClaimsTables,
  sending: Pick<DeliveryPorts, 'send' | 'nextAttempt'>,
): DeliveryPorts => ({
  readDue: (now) => readDueAlerts(tables.claims, now),
  take: (id, now) => takeAlert(tables.claims, id, { now, run: crypto.randomUUID() }),
  save: (alert, isLast) => saveAlert(tables, alert, isLast),
  release: (alert) => releaseAlert(tables.claims, alert),
  ...sending,
  now: () => new Date(),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});

/** Begins the evaluation that is due; false if the last one began less than five minutes ago. */
export const beginEvaluation = (table: Table, now: Date): Promise<boolean> => beginJob(table, 'alerts', now);
