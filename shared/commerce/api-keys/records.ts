import * as z from 'zod';
import { ApiError } from '#contract/errors.ts';
import { timestamp, uuid } from '#contract/fields.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { keyed, record, secret } from '#store/commerce/record.ts';
import { updateItem } from '#store/dynamodb/items.ts';
import type { PageRequest, StoredPage } from '#store/dynamodb/query-page.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { type ApiKey, type ApiKeyInput, apiKey, type StoredKey, storedKey } from './contract.ts';

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

const revokedKey = (key: StoredKey, now: Date): StoredKey => ({
  ...key,
  revoked_at: now.toISOString(),
});

export const shownKey = ({ secret_hash, earlier_secret_hash, ...key }: StoredKey): ApiKey => key;

/** The keys of a brand. The hashes lead to the secrets, by which the authorizer finds the rights of a key. */
export const apiKeys = record({
  name: 'api key, by id',
  schema: storedKey,
  records: 'api-keys',
  pk: 'APIKEYS#{brand_id}',
  sk: 'APIKEY#{id}',
  unchangedBy: ['secret_hash', 'revoked_at'],
  // In the table, `expires_at` would remove the item.
  stored: {
    write: ({ expires_at, ...key }) => ({ ...key, valid_until: expires_at }),
    read: ({ valid_until, ...key }) => storedKey.parse({ ...key, expires_at: valid_until }),
  },
  exported: 'api-keys',
  hides: ['secret_hash', 'earlier_secret_hash'],
  person: 'none',
});

/** What a secret permits. It follows from its key. */
export const keySecrets = record({
  name: 'api key, by secret',
  schema: z.object({
    ...apiKey.pick({ id: true, brand_id: true, role: true, scopes: true, revoked_at: true }).shape,
    secret_hash: z.string(),
    /** The end of the key, or of an earlier secret of it. */
    valid_until: timestamp.optional(),
  }),
  records: 'api-keys',
  pk: 'APIKEY#{secret_hash}',
  sk: 'APIKEY',
  // From the brand to the secrets of all rotations.
  indexes: { gsi1: ['APIKEYS#{brand_id}#SECRETS', '{secret_hash}'] },
  exported: secret,
  person: 'none',
});

export const keyUses = record({
  name: 'use of an api key',
  schema: z.object({ brand_id: uuid, id: uuid, last_used_at: timestamp }),
  records: 'key-uses',
  pk: 'KEYUSE#{brand_id}',
  sk: '{id}',
  unchangedBy: ['last_used_at'],
  exported: 'api-key-uses',
  ...keyed,
  person: 'none',
});

/** The present secret of a key, and the one before it. */
const secretsOf = ({
  secret_hash,
  earlier_secret_hash,
  expires_at,
  earlier_secret_expires_at,
  ...key
}: StoredKey) => {
  const { id, brand_id, role, scopes, revoked_at } = key;
  const rights = { id, brand_id, role, scopes, revoked_at };
  const present = { ...rights, secret_hash, valid_until: expires_at };
  return earlier_secret_hash === undefined
    ? [present]
    : [present, { ...rights, secret_hash: earlier_secret_hash, valid_until: earlier_secret_expires_at }];
};

/** The actions that store a new key. */
export const insertKey = (key: StoredKey): readonly TransactAction[] => [
  apiKeys.insert(key),
  ...secretsOf(key).map((one) => keySecrets.insert(one)),
];

/**
 * The actions that store a key with a new secret. The present secret ends with the overlap, and the one before it at once. They
 * fail if the key was rotated or revoked meanwhile.
 */
export function replaceSecret(before: StoredKey, after: StoredKey, now: Date): readonly TransactAction[] {
  const [, ended] = secretsOf(revokedKey(before, now));
  const secrets = [...secretsOf(after), ...(ended ? [ended] : [])];
  return [apiKeys.replace(before, after), ...secrets.map((one) => keySecrets.put(one))];
}

/** The actions that revoke a key with its secrets; none if it is revoked. They fail if the key was rotated meanwhile. */
export function revokeKey(before: StoredKey, now: Date): readonly TransactAction[] {
  if (before.revoked_at !== undefined) return [];
  const after = revokedKey(before, now);
  return [apiKeys.replace(before, after), ...secretsOf(after).map((one) => keySecrets.put(one))];
}

/** Keys of a brand without their secrets, newest first, and when they were last used. */
export async function readKeys(brand_id: string, page: PageRequest): Promise<StoredPage<ApiKey>> {
  const { data, nextCursor } = await apiKeys.page({ brand_id }, { ...page, newestFirst: true });
  const uses = await keyUses.findMany(data);
  const byId = new Map(uses.map(({ id, last_used_at }) => [id, last_used_at]));
  return {
    data: data.map((key) => {
      const last_used_at = byId.get(key.id);
      return { ...shownKey(key), ...(last_used_at !== undefined && { last_used_at }) };
    }),
    nextCursor,
  };
}

const hour = 3_600_000;

/** Keys that are remembered; the oldest is forgotten first. */
const maxRemembered = 10_000;

/**
 * Records the use of API keys, at most once an hour for each key. The time of the last write is remembered, so a busy key
 * costs each instance of the authorizer one write in an hour, which a condition refuses if another instance was earlier.
 */
export function usesOfKeys(onLost: (error: unknown) => void) {
  const written = new Map<string, number>();
  return async ({ id, brand_id }: { readonly id: string; readonly brand_id: string }, now: Date) => {
    if (now.getTime() - (written.get(id) ?? 0) < hour) return;
    if (written.size >= maxRemembered) written.delete(written.keys().next().value ?? '');
    written.set(id, now.getTime());
    const write = updateItem(commerceTable, keyUses.key({ brand_id, id }), {
      UpdateExpression: 'SET id = :id, brand_id = :brand, last_used_at = :now',
      ConditionExpression: 'attribute_not_exists(pk) OR last_used_at <= :earlier',
      ExpressionAttributeValues: {
        ':id': id,
        ':brand': brand_id,
        ':now': now.toISOString(),
        ':earlier': new Date(now.getTime() - hour).toISOString(),
      },
    });
    await write.catch((error: unknown) => {
      // The use of a key must not fail because it cannot be recorded.
      if (!(error instanceof ConditionFailed)) onLost(error);
    });
  };
}
