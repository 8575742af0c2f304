import type { EntryDraft } from '#audit/entries/chain.ts';
import type { AlertRule, AlertRuleInput } from '#contract/claims/alerts/records.ts';
import { recipientsOf } from './alert.ts';

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
