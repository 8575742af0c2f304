import { type ApiKey, apiKey as apiKeySchema } from '#contract/commerce/api-keys.ts';
import { fieldsOf, getItems, type Item, insertion, itemOf, resourceOf } from '../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../dynamodb/table.ts';
import { findInBrands } from './brand-items.ts';
import { apiKeyKey, apiKeysOf, earlierApiKeyKey, earlierApiKeysOf, secretKey } from './commerce-keys.ts';

/** The brand's copy of a key. The hash leads to the copy that the authorizer finds by the secret. */
interface StoredApiKey extends ApiKey {
  readonly secret_hash: string;
}

/** Stores a new key twice: under its brand, and under the hash of its secret, where the authorizer finds it. */
export function newApiKeyActions(apiKey: ApiKey, secretHash: string): readonly TransactAction[] {
  const { id, brand_id, role } = apiKey;
  const credential = { id, brand_id, role };
  const stored: StoredApiKey = { ...apiKey, secret_hash: secretHash };
  return [
    insertion(itemOf(secretKey(secretHash), credential)),
    insertion(itemOf(apiKeyKey(brand_id, id), stored)),
  ];
}

export const insertApiKey = (
  table: Table,
  apiKey: ApiKey,
  secretHash: string,
  others: readonly TransactAction[],
): Promise<void> => transact(table, [...newApiKeyActions(apiKey, secretHash), ...others]);

export async function findRevocableKey(table: Table, brandIds: readonly string[], id: string) {
  const item = (await findListed(table, brandIds, id)) ?? (await findListedEarlier(table, brandIds, id));
  if (!item) return undefined;
  const { brand_id, secret_hash } = storedFrom(item);
  return {
    brandId: brand_id,
    /** Revokes the key. Idempotent: the first time stays. */
    revoke: (now: Date) =>
      transact(
        table,
        [secretKey(secret_hash), { pk: item['pk'], sk: item['sk'] }].map((Key) => ({
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
export async function readApiKeys(
  table: Table,
  brandId: string,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<ApiKey>> {
  const part = apiKeysOf(brandId);
  const continuation = earlierApiKeysOf(brandId);
  const range = { ...part, newestFirst: true };
  const list = { list: ['api keys', brandId], limit, cursor, range, continuation };
  const { data, nextCursor } = await queryPage(table, list, (item) => item);
  const listedNow = data.filter(({ pk }) => pk === part.pk);
  const earlier = await confirmed(
    table,
    data.filter(({ pk }) => pk !== part.pk),
  );
  return { data: [...listedNow, ...earlier].map(apiKeyFrom), nextCursor };
}

const findListed = (table: Table, brandIds: readonly string[], id: string) =>
  findInBrands(table, brandIds, (brandId) => apiKeyKey(brandId, id));

async function findListedEarlier(table: Table, brandIds: readonly string[], id: string) {
  const item = await findInBrands(table, brandIds, (brandId) => earlierApiKeyKey(brandId, id));
  return item && (await confirmed(table, [item]))[0];
}

/**
 * The items that agree with the key under their secret. Keys of earlier versions are listed in the partition of their
 * brand, which functions without rights to keys can write to.
 */
async function confirmed(table: Table, items: readonly Item[]): Promise<readonly Item[]> {
  const stored = items.map(storedFrom).filter(({ secret_hash }) => typeof secret_hash === 'string');
  const hashes = new Set(stored.map(({ secret_hash }) => secret_hash));
  const opened = await getItems(
    table,
    [...hashes].map((hash) => secretKey(hash)),
  );
  return items.filter((item) => {
    const { id, brand_id, secret_hash } = storedFrom(item);
    const key = opened.find(({ pk }) => pk === secretKey(secret_hash).pk);
    return key !== undefined && key['id'] === id && key['brand_id'] === brand_id;
  });
}

const storedFrom = (item: Item) => resourceOf<StoredApiKey>(item, ['id', 'brand_id', 'secret_hash']);
const apiKeyFields = fieldsOf(apiKeySchema);
const apiKeyFrom = (item: Item) => resourceOf<ApiKey>(item, apiKeyFields);
