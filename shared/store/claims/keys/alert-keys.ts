import type { ItemKey } from '../../dynamodb/items.ts';
import { inFirstIndex, inSecondIndex, itemKey, keysUnder, timeKey } from './key-parts.ts';

/** Ids are ordered by time. */
export const alertRuleKey = (id: string) => itemKey(allAlertRules.pk, id);
export const allAlertRules = keysUnder('ALERTRULES');
/** Number of rules. */
export const alertRuleCountKey: ItemKey = { pk: 'ALERTRULECOUNT', sk: 'COUNT' };
/** The window that a rule has used. */
export const alertStateKey = (ruleId: string) => itemKey(`ALERTSTATE#${ruleId}`, 'STATE');
/** The secret that signs the webhooks of a rule. Only functions that declare it can read it. */
export const alertSecretKey = (ruleId: string) => itemKey(`WEBHOOKSECRET#${ruleId}`, 'SECRET');

export const alertKey = (id: string) => itemKey(`ALERT#${id}`, 'ALERT');
export const alertIndexKeys = (raisedAt: string, id: string) =>
  inFirstIndex(alertsPartition, timeKey(raisedAt, id));
export const alertsPartition = 'ALERTS';
/** Alerts with an attempt that is left, by its time. */
export const dueAlertKeys = (at: string, id: string) => inSecondIndex(dueAlertsPartition, timeKey(at, id));
export const dueAlertsPartition = 'ALERTSDUE';
