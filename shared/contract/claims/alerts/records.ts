import * as z from 'zod';
import { moneyAmount, timestamp, uuid } from '../../fields.ts';

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
