import * as z from 'zod';
import { administers, audits } from '#contract/claims/operations.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, moneyAmount, pageOf, timestamp, uuid } from '#contract/fields.ts';

const count = z.int().min(1).max(1_000_000).optional().describe('Alerts from this number on');
const amount = z
  .number()
  .min(0.01)
  .max(1_000_000_000)
  .multipleOf(0.01)
  .optional()
  .describe('Alerts from this sum on; with `count`, one of the two is enough');
const hours = z.int().min(1).max(720).default(24).describe('Hours before now that count');
const days = (text: string, byDefault: number) => z.int().min(0).max(365).default(byDefault).describe(text);
const payerId = z.string().min(1).max(80).optional().describe('Claims for this payer only');

/** Lanes in which claims are rejected or denied. */
const rejectionLanes = ['rejected', 'payer_rejected', 'denied'] as const;

const condition = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('rejected_claims'),
    lanes: z.array(z.enum(rejectionLanes)).min(1).max(3).default(['rejected', 'payer_rejected']),
    payer_id: payerId,
    ...{ hours, count, amount },
  }),
  z.strictObject({ kind: z.literal('quarantined_files'), hours, count }),
  z.strictObject({ kind: z.literal('overdue_claims'), payer_id: payerId, count, amount }),
  z.strictObject({
    kind: z.literal('unmatched_items'),
    older_than_days: days('Items that are open for longer', 3),
    item_kind: z.enum(['payment', 'status', 'acknowledgment']).optional(),
    count,
  }),
  z.strictObject({
    kind: z.literal('clearinghouse'),
    older_than_minutes: z
      .int()
      .min(15)
      .max(10_080)
      .default(60)
      .describe('Submissions that are unfinished for longer; a failed last visit always counts'),
  }),
  z.strictObject({
    kind: z.literal('unreconciled_deposits'),
    older_than_days: days('Remittances that are paid for longer without a bank line', 5),
    ...{ count, amount },
  }),
]);
/** As it is stored and shown, with its defaults. */
export const alertCondition = condition.meta({ id: 'AlertCondition' });
export type AlertCondition = z.output<typeof alertCondition>;

const schedule = z.discriminatedUnion('mode', [
  z.strictObject({
    mode: z.literal('immediate'),
    window_minutes: z
      .int()
      .min(5)
      .max(10_080)
      .default(60)
      .describe('Minutes after an alert in which no other follows; the next one covers them'),
  }),
  z.strictObject({
    mode: z.literal('daily'),
    hour: z.int().min(0).max(23).default(8).describe('From this hour on, in the time zone of the practice'),
  }),
]);

const maxRecipients = 10;

const recipients = z
  .union([
    z.strictObject({ emails: z.array(z.email().max(254)).min(1).max(maxRecipients) }),
    z.strictObject({ webhook_url: z.url().max(2000) }),
  ])
  .describe('E-mail addresses, or one webhook');

const ruleFields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .regex(/^\P{Cc}*$/u, 'May not hold control characters')
    .describe('Shown in alerts; must not name patients'),
  condition,
  schedule,
  recipients,
  paused: z.boolean().default(false).describe('A paused rule is not evaluated'),
};

export const alertRuleInput = z.strictObject(ruleFields).meta({ id: 'AlertRuleInput' });
export type AlertRuleInput = z.output<typeof alertRuleInput>;

export const alertRule = z
  .object({
    id: uuid,
    version: z.int(),
    ...ruleFields,
    condition: alertCondition,
    schedule: schedule.meta({ id: 'AlertSchedule' }),
    created_at: timestamp,
    created_by: z.string(),
    updated_at: timestamp,
    updated_by: z.string(),
  })
  .meta({ id: 'AlertRule' });
export type AlertSchedule = z.output<typeof alertRule>['schedule'];
export type AlertRule = z.output<typeof alertRule>;

const delivery = z.object({
  recipient: z.string().describe('E-mail address or webhook URL'),
  state: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.int(),
  next_attempt_at: timestamp.optional(),
  last_attempt_at: timestamp.optional(),
  error: z.string().optional().describe('Cause of the last failure, such as `timeout` or `status_500`'),
});

const alertStates = ['pending', 'delivered', 'failed'] as const;

export const alert = z
  .object({
    id: uuid.describe('Also `webhook-id` of the webhook'),
    rule_id: uuid,
    rule_name: z.string(),
    condition: alertCondition,
    test: z.boolean().describe('Requested by a person, whether or not the condition holds'),
    raised_at: timestamp,
    count: z.int(),
    amount: moneyAmount.optional().describe('Charges of the claims; of unreconciled_deposits, the payments'),
    at_least: z.boolean().describe('More records were not counted'),
    failing: z.string().optional().describe('Error code of the last visit to the clearinghouse'),
    ids: z.array(z.string()).describe('The first 20 records'),
    links: z.array(z.string()).describe('Lists of the records, below the address of the API'),
    state: z
      .enum(alertStates)
      .describe('`pending` while an attempt is left; `failed` if a recipient has not got it'),
    deliveries: z.array(delivery),
  })
  .meta({ id: 'Alert' });
export type Alert = z.output<typeof alert>;
export type AlertJson = z.output<typeof alert>;

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
  resource: alertRule,
  summary: 'Get an alert rule',
  parameters: ruleId,
  responses: { 200: { description: 'The rule without its secret', schema: dataOf(alertRule) } },
  errors: ['not_found'],
});

export const updateAlertRule = endpoint('PUT', '/api/admin/alert-rules/{id}', 'update-alert-rule', {
  ...changesRules,
  resource: alertRule,
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
  resource: alertRule,
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
  resource: alertRule,
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
  resource: alert,
  summary: 'Get an alert with its deliveries',
  parameters: z.object({ id: uuid.describe('Id of the alert') }),
  responses: { 200: { description: 'The alert', schema: dataOf(alert) } },
  errors: ['not_found'],
});
