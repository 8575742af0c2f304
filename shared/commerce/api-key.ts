import type { ApiKey, ApiKeyInput } from '#contract/commerce/api-keys.ts';

/** Bytes of randomness in a secret. */
export const secretBytes = 32;

/** Enough to tell keys apart, far too little to guess one: the environment and 4 characters. */
const prefixLength = 'gk_live_'.length + 4;

/** The secret of a new key; its beginning tells keys of the production environment from all others. */
export const makeSecret = (environment: string, random: Uint8Array): string =>
  `${environment === 'production' ? 'gk_live_' : 'gk_test_'}${Buffer.from(random).toString('base64url')}`;

/** The record of a new key, without its secret. */
export const newApiKey = (
  input: ApiKeyInput,
  { id, now, secret }: { readonly id: string; readonly now: Date; readonly secret: string },
): ApiKey => ({ id, ...input, prefix: secret.slice(0, prefixLength), created_at: now.toISOString() });

/** What a new key is made from. */
export interface KeyOrigin {
  /** Name of the environment; part of the secret. */
  readonly environment: string;
  /** {@link claimsKeySecretBytes} random bytes. */
  readonly random: Uint8Array;
  readonly id: string;
  readonly now: Date;
}

/** A new key and its secret, which is stored nowhere. */
export function issueApiKey(
  input: ApiKeyInput,
  { environment, random, id, now }: KeyOrigin,
): { readonly key: ApiKey; readonly secret: string } {
  const secret = makeSecret(environment, random);
  return { key: newApiKey(input, { id, now, secret }), secret };
}
