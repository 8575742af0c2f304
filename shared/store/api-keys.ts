import { type ApiKey, apiKey as apiKeySchema } from '#contract/commerce/api-keys.ts';
import { apiKeyKey, apiKeysOf, secretKey } from './commerce-keys.ts';
import { fieldsOf, findInBrands, type Item, itemOf, resourceOf } from './items.ts';
import { queryPage, type StoredPage } from './query-page.ts';
import { type Table, type TransactAction, transact } from './table.ts';

/** Where the brand's copy of a key finds the copy that is looked up by the secret. */
interface StoredApiKey extends ApiKey {
  readonly secret_hash: string;
}

/**
 * Actions that store a new key under its brand and under the hash of its secret, where the authorizer looks the key
 * up.
 */
export function newApiKeyActions(apiKey: ApiKey, secretHash: string): readonly TransactAction[] {
  const { id, brand_id, role } = apiKey;
  const credential = { id, brand_id, role };
  const stored: StoredApiKey = { ...apiKey, secret_hash: secretHash };
  const ConditionExpression = 'attribute_not_exists(pk)';
  return [
    { Put: { Item: itemOf(secretKey(secretHash), credential), ConditionExpression } },
    { Put: { Item: itemOf(apiKeyKey(brand_id, id), stored), ConditionExpression } },
  ];
}

/** Stores a new key and `others` in one transaction. */
export const putApiKey = (
  table: Table,
  apiKey: ApiKey,
  secretHash: string,
  others: readonly TransactAction[],
): Promise<void> => transact(table, [...newApiKeyActions(apiKey, secretHash), ...others]);

/** A key as it is found in order to revoke it. */
export interface RevocableApiKey {
  readonly brandId: string;
  /** Revokes the key; one revoked before keeps its time. */
  revoke(now: Date): Promise<void>;
}

/** The key with this id, if one of the brands has it. */
export async function findApiKey(
  table: Table,
  brandIds: readonly string[],
  id: string,
): Promise<RevocableApiKey | undefined> {
  const item = await findInBrands(table, brandIds, (brandId) => apiKeyKey(brandId, id));
  if (!item) return undefined;
  const { brand_id, secret_hash } = resourceOf<StoredApiKey>(item, ['brand_id', 'secret_hash']);
  return {
    brandId: brand_id,
    revoke: (now) =>
      transact(
        table,
        [secretKey(secret_hash), apiKeyKey(brand_id, id)].map((Key) => ({
          Update: {
            Key: { ...Key },
            UpdateExpression: 'SET revoked_at = if_not_exists(revoked_at, :now)',
            ExpressionAttributeValues: { ':now': now.toISOString() },
          },
        })),
      ),
  };
}

/** Keys of a brand without their secrets, newest first. */
export const listApiKeys = (
  table: Table,
  brandId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<StoredPage<ApiKey>> =>
  queryPage(
    table,
    { list: ['api keys', brandId], limit, cursor, part: apiKeysOf(brandId), newestFirst: true },
    apiKeyFrom,
  );

const apiKeyFields = fieldsOf(apiKeySchema);
const apiKeyFrom = (item: Item) => resourceOf<ApiKey>(item, apiKeyFields);
