import { ruleEntry } from '#claims/alerts/alert-rule.ts';
import { maxAlertRules } from '#contract/claims/alerts/alerts.ts';
import type { AlertRule } from '#contract/claims/alerts/records.ts';
import { ApiError } from '#contract/errors.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { allItems, getRecord, insertion, itemOf, recordOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryPage } from '../../dynamodb/query-page.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import {
  alertRuleCountKey,
  alertRuleKey,
  alertSecretKey,
  alertStateKey,
  allAlertRules,
} from '../keys/alert-keys.ts';
import type { ClaimsTables } from '../write-change.ts';

type AuditLog = Pick<ClaimsTables, 'audit'>;

export const findAlertRule = (table: Table, id: string) => getRecord<AlertRule>(table, alertRuleKey(id));

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

/**
 * Stores a new rule, its secret and the number of rules.
 *
 * @throws ApiError alert_rule_limit_reached
 */
export async function insertAlertRule(
  { audit }: AuditLog,
  { rule, actor, secret }: RuleChange,
  alongside: readonly TransactAction[],
): Promise<void> {
  const counting: TransactAction = {
    Update: {
      Key: { ...alertRuleCountKey },
      UpdateExpression: 'ADD rule_count :one',
      ConditionExpression: 'attribute_not_exists(rule_count) OR rule_count < :limit',
      ExpressionAttributeValues: { ':one': 1, ':limit': maxAlertRules },
    },
  };
  const put = insertion(itemOf(alertRuleKey(rule.id), rule));
  const entry = ruleEntry(rule, 'alert_rule.created', actor);
  try {
    await audit.append([entry], [counting, put, ...secretActions(rule.id, secret), ...alongside]);
  } catch (error) {
    const isFull = error instanceof ConditionFailed && error.failures.some(({ index }) => index === 0);
    throw isFull ? new ApiError('alert_rule_limit_reached', { cause: error }) : error;
  }
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
export const isStill = ({ version }: Pick<AlertRule, 'version'>) => ({
  ConditionExpression: '#version = :before',
  ExpressionAttributeNames: { '#version': 'version' },
  ExpressionAttributeValues: { ':before': version },
});
