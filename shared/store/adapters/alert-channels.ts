import {
  type AttemptResult,
  alertPayload,
  alertText,
  type DeliveryPorts,
} from '#claims/alerts/deliver-alert.ts';
import type { Alert } from '#claims/alerts/rules.ts';
import { nextAttempt } from '#commerce/webhooks/delivery.ts';
import type { TargetRules } from '#commerce/webhooks/target.ts';
import { postSignedWebhook } from './post-webhook.ts';
import { sendEmail } from './ses-email.ts';

interface AlertChannels {
  /** Address of a verified identity of SES; without it, e-mail fails. */
  readonly senderEmail: string | undefined;
  /** Address of the API, for links; empty if it is not known. */
  readonly baseUrl: string;
  readonly targets: TargetRules;
  /** The secret of a rule's webhook; undefined if the rule is deleted or has no webhook. */
  readSecret(ruleId: string): Promise<{ readonly secret: string; readonly url: string } | undefined>;
}

/** Sends alerts by e-mail and webhook, with the attempts and pauses of commerce webhooks. */
export const alertSending = (channels: AlertChannels): Pick<DeliveryPorts, 'send' | 'nextAttempt'> => ({
  send: (alert, recipient) =>
    isUrl(recipient) ? post(alert, recipient, channels) : mail(alert, recipient, channels),
  nextAttempt: (attempts, now, retryAfter) =>
    nextAttempt(attempts, { now, random: Math.random(), retryAfter }),
});

const isUrl = (recipient: string): boolean => /^https?:\/\//.test(recipient);

async function post(
  alert: Alert,
  url: string,
  { readSecret, targets }: AlertChannels,
): Promise<AttemptResult> {
  const signing = await readSecret(alert.rule_id);
  // The rule was deleted, or leads to another URL by now.
  if (signing?.url !== url) return { result: 'refused', error: 'rule_changed' };
  const message = { url, id: alert.id, body: alertPayload(alert), at: new Date(), secret: signing.secret };
  const { status, error, retryAfter } = await postSignedWebhook(message, targets);
  if (error === undefined && status !== undefined && status >= 200 && status < 300)
    return { result: 'delivered' };
  if (status === 410) return { result: 'refused', error: 'gone' };
  return { result: 'again', error: error ?? `status_${status}`, retryAfter };
}

async function mail(
  alert: Alert,
  to: string,
  { senderEmail, baseUrl }: AlertChannels,
): Promise<AttemptResult> {
  if (senderEmail === undefined) return { result: 'again', error: 'sender_not_configured' };
  const outcome = await sendEmail(
    { channel: 'email', from_name: 'Granary alerts', to, ...alertText(alert, baseUrl) },
    { message_id: alert.id },
    { address: senderEmail, configurationSet: undefined },
  );
  switch (outcome.outcome) {
    case 'accepted':
      return { result: 'delivered' };
    case 'refused':
      return { result: 'refused', error: outcome.reason };
    case 'later':
      return { result: 'again', error: 'throttled', retryAfter: String(outcome.seconds) };
    case 'blocked':
      return { result: 'again', error: outcome.reason };
    case 'uncertain':
      return { result: 'again', error: 'no_answer' };
  }
}
