import { webhookSecret, webhookSecretBytes } from '#commerce/webhooks/secret.ts';
import { signedHeaders } from '#commerce/webhooks/signature.ts';
import type { TargetRules } from '#commerce/webhooks/target.ts';
import { postWebhook, type WebhookAnswer } from './post-webhook.ts';

interface SignedWebhook {
  readonly url: string;
  /** The same in every attempt. */
  readonly id: string;
  readonly body: string;
  readonly at: Date;
  readonly secret: string;
}

const timeoutMilliseconds = 15_000;

/** Posts a webhook that is signed by Standard Webhooks 1.0.0, to a public address only. Never throws. */
export const postSignedWebhook = (
  { url, secret, ...message }: SignedWebhook,
  rules: TargetRules,
): Promise<WebhookAnswer> =>
  postWebhook(
    { url, headers: signedHeaders(message, [secret]), body: message.body },
    { ...rules, timeoutMilliseconds },
  );

export const newWebhookSecret = (): string =>
  webhookSecret(crypto.getRandomValues(new Uint8Array(webhookSecretBytes)));
