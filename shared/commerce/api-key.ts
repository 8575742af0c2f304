import type { ApiKey, ApiKeyInput } from '#contract/commerce/api-keys.ts';

/** Random bytes of a secret. */
export const secretBytes = 32;

/** The environment and 4 characters: enough to distinguish keys, too little to guess one. */
const prefixLength = 'gk_live_'.length + 4;

interface NewKey {
  /** Name of the environment. The secret shows whether it is production. */
  readonly environment: string;
  /** {@link secretBytes} random bytes. */
  readonly random: Uint8Array;
  readonly id: string;
  readonly now: Date;
}

/** A new key and its secret. The secret is not stored. */
export function issueApiKey(
  input: ApiKeyInput,
  { environment, random, id, now }: NewKey,
): { readonly key: ApiKey; readonly secret: string } {
  const start = environment === 'production' ? 'gk_live_' : 'gk_test_';
  const secret = start + Buffer.from(random).toString('base64url');
  const prefix = secret.slice(0, prefixLength);
  return { key: { id, ...input, prefix, created_at: now.toISOString() }, secret };
}
