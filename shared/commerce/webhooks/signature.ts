import { createHmac } from 'node:crypto';
import { keyOfSecret } from './secret.ts';

interface SignedMessage {
  readonly id: string;
  readonly body: string;
  readonly at: Date;
}

/**
 * The headers of a delivery by Standard Webhooks 1.0.0: id, time and one v1 signature for each live secret. A receiver
 * accepts the message if one of them is right.
 */
export function signedHeaders(
  { id, body, at }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', keyOfSecret(secret)).update(`${id}.${timestamp}.${body}`);
    return `v1,${mac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
