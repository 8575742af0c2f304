import { createHmac } from 'node:crypto';

/** Bytes of a secret; Standard Webhooks allows 24 to 64. */
export const webhookSecretBytes = 32;

const prefix = 'whsec_';

/** A secret as Standard Webhooks writes it. */
export const webhookSecret = (random: Uint8Array): string => prefix + Buffer.from(random).toString('base64');

const keyOfSecret = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');

export interface StoredSecret {
  readonly secret: string;
  readonly created_at: string;
  /** Absent for the current secret. */
  readonly expires_at?: string | undefined;
}

/** The secrets after a rotation: the new one, and the current one until the overlap ends. An older one is dropped. */
export function rotatedSecrets(
  secrets: readonly StoredSecret[],
  secret: string,
  { now, overlapHours }: { readonly now: Date; readonly overlapHours: number },
): readonly StoredSecret[] {
  const expires_at = new Date(now.getTime() + overlapHours * 3_600_000).toISOString();
  const [current] = secrets;
  return [{ secret, created_at: now.toISOString() }, ...(current ? [{ ...current, expires_at }] : [])];
}

/** The secrets that sign now. */
export const liveSecrets = (secrets: readonly StoredSecret[], now: Date): readonly string[] =>
  secrets
    .filter(({ expires_at }) => expires_at === undefined || expires_at > now.toISOString())
    .map(({ secret }) => secret);

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
