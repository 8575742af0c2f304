import { type ApiKey, apiKey as apiKeySchema } from '#contract/commerce/api-keys.ts';
import {
  fieldsOf,
  getItems,
  type Item,
  type ItemKey,
  insertion,
  itemOf,
  resourceOf,
} from '../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../dynamodb/table.ts';
import { findInBrands } from './brand-items.ts';
import { apiKeyKey, apiKeysOf, keyUseKey, secretKey, secretsPartition } from './commerce-keys.ts';

/** The brand's copy of a key. The hash leads to the copy that the authorizer finds by the secret. */
interface StoredApiKey extends Omit<ApiKey, 'expires_at' | 'last_used_at'> {
  readonly secret_hash: string;
  /** The secret before the last rotation. */
  readonly earlier_secret_hash?: string;
  /** `expires_at` of the key. In the table, that name would delete the item. */
  readonly valid_until?: string;
}

/** Stores a new key twice: under its brand, and under the hash of its secret, where the authorizer finds it. */
export const newApiKeyActions = (apiKey: ApiKey, secretHash: string): readonly TransactAction[] => [
  newSecretAction(apiKey, secretHash),
  insertion(itemOf(apiKeyKey(apiKey.brand_id, apiKey.id), storedKey(apiKey, secretHash))),
];

function newSecretAction(
  { id, brand_id, role, scopes, expires_at }: ApiKey,
  secretHash: string,
): TransactAction {
  const credential = {
    id,
    brand_id,
    role,
    ...(scopes && { scopes }),
    ...(expires_at !== undefined && { valid_until: expires_at }),
  };
  // The index leads from the brand to the secrets of all rotations.
  const index = { gsi1pk: secretsPartition(brand_id), gsi1sk: secretHash };
  return insertion(itemOf({ ...secretKey(secretHash), ...index }, credential));
}

function storedKey({ expires_at, last_used_at, ...apiKey }: ApiKey, secret_hash: string): StoredApiKey {
  return { ...apiKey, ...(expires_at !== undefined && { valid_until: expires_at }), secret_hash };
}

export const insertApiKey = (
  table: Table,
  apiKey: ApiKey,
  secretHash: string,
  others: readonly TransactAction[],
): Promise<void> => transact(table, [...newApiKeyActions(apiKey, secretHash), ...others]);

/** A key with the hashes of its secrets. */
export interface FoundKey {
  readonly key: ApiKey;
  readonly secretHash: string;
  readonly earlierSecretHash: string | undefined;
}

/** The key with this id, strongly consistent. */
export async function findStoredKey(
  table: Table,
  brandIds: readonly string[],
  id: string,
): Promise<FoundKey | undefined> {
  const item = await findInBrands(table, brandIds, (brandId) => apiKeyKey(brandId, id));
  if (!item) return undefined;
  const { secret_hash, earlier_secret_hash } = storedFrom(item);
  return { key: apiKeyFrom(item), secretHash: secret_hash, earlierSecretHash: earlier_secret_hash };
}

export async function findRevocableKey(table: Table, brandIds: readonly string[], id: string) {
  const found = await findStoredKey(table, brandIds, id);
  if (!found) return undefined;
  const { key, secretHash, earlierSecretHash } = found;
  const secrets = [secretHash, ...(earlierSecretHash === undefined ? [] : [earlierSecretHash])];
  return {
    brandId: key.brand_id,
    /** Revokes the key. Idempotent: the first time stays. */
    revoke: (now: Date) =>
      transact(
        table,
        [...secrets.map(secretKey), apiKeyKey(key.brand_id, key.id)].map((keyOfItem) =>
          revocation(keyOfItem, now),
        ),
      ),
  };
}

const revocation = (key: ItemKey, now: Date): TransactAction => ({
  Update: {
    Key: { ...key },
    UpdateExpression: 'SET revoked_at = if_not_exists(revoked_at, :now)',
    ExpressionAttributeValues: { ':now': now.toISOString() },
  },
});

/**
 * Stores a key with a new secret, and `others`, in one transaction. The present secret ends with the overlap, and the one
 * before it at once.
 *
 * @throws ConditionFailed when the key has been rotated or revoked meanwhile
 */
export const replaceSecret = (
  table: Table,
  { key, secretHash, earlierSecretHash }: FoundKey,
  next: { readonly key: ApiKey; readonly secretHash: string; readonly now: Date },
  others: readonly TransactAction[],
): Promise<void> =>
  transact(table, [
    newSecretAction(next.key, next.secretHash),
    {
      Update: {
        Key: { ...apiKeyKey(key.brand_id, key.id) },
        UpdateExpression:
          'SET secret_hash = :new, earlier_secret_hash = :present, prefix = :prefix, rotated_at = :now, earlier_secret_expires_at = :end',
        ConditionExpression: 'secret_hash = :present AND attribute_not_exists(revoked_at)',
        ExpressionAttributeValues: {
          ':new': next.secretHash,
          ':present': secretHash,
          ':prefix': next.key.prefix,
          ':now': next.key.rotated_at,
          ':end': next.key.earlier_secret_expires_at,
        },
      },
    },
    {
      Update: {
        Key: { ...secretKey(secretHash) },
        UpdateExpression: 'SET valid_until = :end',
        ExpressionAttributeValues: { ':end': next.key.earlier_secret_expires_at },
      },
    },
    ...(earlierSecretHash === undefined ? [] : [revocation(secretKey(earlierSecretHash), next.now)]),
    ...others,
  ]);

/** Keys of a brand without their secrets, newest first. */
export async function readApiKeys(
  table: Table,
  brandId: string,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<ApiKey>> {
  const range = { ...apiKeysOf(brandId), newestFirst: true };
  const list = { list: ['api keys', brandId], limit, cursor, range };
  const { data, nextCursor } = await queryPage(table, list, apiKeyFrom);
  return { data: await withUse(table, brandId, data), nextCursor };
}

/** Adds when the keys were last used. */
async function withUse(table: Table, brandId: string, keys: readonly ApiKey[]): Promise<readonly ApiKey[]> {
  const uses = await getItems(
    table,
    keys.map(({ id }) => keyUseKey(brandId, id)),
  );
  const byId = new Map(uses.map((item) => [item['sk'], String(item['last_used_at'])]));
  return keys.map((key) => {
    const last_used_at = byId.get(key.id);
    return last_used_at === undefined ? key : { ...key, last_used_at };
  });
}

const storedFrom = (item: Item) =>
  resourceOf<StoredApiKey>(item, ['id', 'brand_id', 'secret_hash', 'earlier_secret_hash']);
const apiKeyFields = fieldsOf(apiKeySchema);
const apiKeyFrom = (item: Item) =>
  resourceOf<ApiKey>({ ...item, expires_at: item['valid_until'] }, apiKeyFields);

/** The key with its members in the order of the schema. */
export const shownKey = (key: ApiKey): ApiKey => resourceOf<ApiKey>({ ...key }, apiKeyFields);
