import * as z from 'zod';
import { endpointsOf } from '../../endpoint.ts';
import { cursorQuery, dataOf, pageOf, uuid } from '../../fields.ts';
import { administers, audits } from '../operations.ts';
import { alert, alertRule, alertRuleInput } from './records.ts';

const endpoint = endpointsOf('claims', 'alerts');

/** Maximum rules, because each is evaluated every five minutes. */
export const maxAlertRules = 50;

/** Days for which alerts are listed. */
export const alertDays = 90;

const ruleId = z.object({ id: uuid.describe('Id of the rule') });

const withSecret = dataOf(
  z.object({
    ...alertRule.shape,
    secret: z
      .string()
      .optional()
      .describe('Signs the webhooks of the rule; shown once, when the URL is set or changes'),
  }),
);

const changesRules = {
  access: administers.access,
  data: 'write',
  uses: ['audit-append'],
  managesCredentials: ['webhook-secrets'],
} as const;

export const createAlertRule = endpoint('POST', '/api/admin/alert-rules', 'create-alert-rule', {
  ...changesRules,
  idempotent: true,
  summary: 'Create an alert rule',
  description:
    'The rule is evaluated every five minutes. Alerts contain counts, amounts, ids and links, and nothing about patients. Webhooks are signed by Standard Webhooks; their secret is in this response only.',
  limiter: 'api',
  body: alertRuleInput,
  responses: {
    201: { description: 'The rule. A replayed response omits the secret.', schema: withSecret },
  },
  errors: ['alert_rule_limit_reached'],
});

export const listAlertRules = endpoint('GET', '/api/admin/alert-rules', 'list-alert-rules', {
  ...audits,
  summary: 'List alert rules, oldest first',
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'Rules without their secrets', schema: pageOf(alertRule) } },
  errors: ['invalid_cursor'],
});

export const getAlertRule = endpoint('GET', '/api/admin/alert-rules/{id}', 'get-alert-rule', {
  ...audits,
  summary: 'Get an alert rule',
  parameters: ruleId,
  responses: { 200: { description: 'The rule without its secret', schema: dataOf(alertRule) } },
  errors: ['not_found'],
});

export const updateAlertRule = endpoint('PUT', '/api/admin/alert-rules/{id}', 'update-alert-rule', {
  ...changesRules,
  summary: 'Replace, pause or resume an alert rule',
  description:
    'A new webhook URL gets a new secret. A changed rule begins a new window, so it may alert at once.',
  versioned: true,
  deletes: ['webhook-secrets'],
  parameters: ruleId,
  body: alertRuleInput,
  responses: { 200: { description: 'The rule', schema: withSecret } },
  errors: ['not_found', 'precondition_failed', 'conflict'],
});

export const deleteAlertRule = endpoint('DELETE', '/api/admin/alert-rules/{id}', 'delete-alert-rule', {
  ...changesRules,
  summary: 'Delete an alert rule',
  description:
    'Alerts that it has raised stay listed. Webhooks that are not delivered yet are given up, because their secret is removed.',
  deletes: ['webhook-secrets', 'alert-rules', 'alert-states'],
  parameters: ruleId,
  responses: { 204: { description: 'Deleted' } },
  errors: ['not_found', 'conflict'],
});

export const testAlertRule = endpoint('POST', '/api/admin/alert-rules/{id}/test', 'test-alert-rule', {
  ...administers,
  summary: 'Send a test of an alert rule to its recipients',
  description:
    'Evaluates the condition now and raises an alert marked as a test, also if the condition does not hold or the rule is paused. It is sent within a minute; `GET /api/admin/alerts/{id}` shows its deliveries. The window of the rule does not change.',
  uses: ['audit-append'],
  limiter: 'api',
  parameters: ruleId,
  responses: { 202: { description: 'The alert, to be sent', schema: dataOf(alert) } },
  errors: ['not_found'],
});

export const listAlerts = endpoint('GET', '/api/admin/alerts', 'list-alerts', {
  ...audits,
  summary: 'List the alerts of the last 90 days with their deliveries, newest first',
  query: z.strictObject({
    rule_id: uuid.optional().describe('Alerts of this rule'),
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Alerts, newest first', schema: pageOf(alert) } },
  errors: ['invalid_cursor'],
});

export const getAlert = endpoint('GET', '/api/admin/alerts/{id}', 'get-alert', {
  ...audits,
  summary: 'Get an alert with its deliveries',
  parameters: z.object({ id: uuid.describe('Id of the alert') }),
  responses: { 200: { description: 'The alert', schema: dataOf(alert) } },
  errors: ['not_found'],
});
