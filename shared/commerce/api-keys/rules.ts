import { ApiError } from '#contract/errors.ts';
import type { ApiKey, ApiKeyInput, StoredKey } from './contract.ts';

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

interface IssuedKey {
  readonly key: ApiKey;
  readonly secret: string;
}

/**
 * A new key and its secret. The secret is not stored.
 *
 * @param known the scopes that exist, for a key with scopes
 * @throws ApiError validation_failed for an unknown scope, or an expiry that has passed
 */
export function issueApiKey(
  { expires_at, scopes, ...input }: ApiKeyInput,
  { environment, random, id, now }: NewKey,
  known: ReadonlySet<string> = new Set(),
): IssuedKey {
  const unknown = scopes?.findIndex((scope) => !known.has(scope)) ?? -1;
  if (unknown >= 0)
    throw refused('unknown_scope', ['scopes', unknown], `Use one of ${[...known].join(', ')}`);
  if (expires_at !== undefined && expires_at <= now.toISOString()) {
    throw refused('not_in_future', ['expires_at'], 'expires_at must be in the future');
  }
  const { secret, prefix } = newSecret(environment, random);
  const key = {
    id,
    ...input,
    prefix,
    ...(scopes && { scopes: [...new Set(scopes)] }),
    created_at: now.toISOString(),
    ...(expires_at !== undefined && { expires_at }),
  };
  return { key, secret };
}

const refused = (code: string, path: readonly (string | number)[], message: string) =>
  new ApiError('validation_failed', { details: [{ path: ['body', ...path], message, code }] });

function newSecret(environment: string, random: Uint8Array) {
  const start = environment === 'production' ? 'gk_live_' : 'gk_test_';
  const secret = start + Buffer.from(random).toString('base64url');
  return { secret, prefix: secret.slice(0, prefixLength) };
}

/**
 * The key with a new secret. The earlier secret works until the overlap ends, but not longer than the key.
 *
 * @throws ApiError key_revoked for a key that no longer works
 */
export function rotateKey(
  key: ApiKey,
  overlapHours: number,
  { environment, random, now }: Omit<NewKey, 'id'>,
): IssuedKey {
  const time = now.toISOString();
  const { expires_at, revoked_at } = key;
  if (revoked_at !== undefined || (expires_at !== undefined && expires_at <= time)) {
    throw new ApiError('key_revoked');
  }
  const overlapEnd = new Date(now.getTime() + overlapHours * 3_600_000).toISOString();
  const earlier_secret_expires_at =
    expires_at !== undefined && expires_at < overlapEnd ? expires_at : overlapEnd;
  const { secret, prefix } = newSecret(environment, random);
  return { key: { ...key, prefix, rotated_at: time, earlier_secret_expires_at }, secret };
}

export const revokedKey = (key: StoredKey, now: Date): StoredKey => ({
  ...key,
  revoked_at: now.toISOString(),
});

export const shownKey = ({ secret_hash, earlier_secret_hash, ...key }: StoredKey): ApiKey => key;
