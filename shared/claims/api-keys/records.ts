import * as z from 'zod';
import type { ChainAppender } from '#audit/append/appender.ts';
import { fieldsOf, getItem, insertion, resourceOf } from '#store/dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '#store/dynamodb/query-page.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import { type ClaimsKey, claimsKey } from './contract.ts';
import { keyCreated, keyRevoked } from './rules.ts';

/**
 * API keys of the claims service, in a partition of the claims table: `APIKEYS`, by id, and `APIKEY#sha256`, where
 * the authorizer looks a secret up. A key of the commerce service is in another table and opens nothing here.
 */
const keyKey = (id: string) => ({ pk: 'APIKEYS', sk: `APIKEY#${id}` });
const secretKey = (secretHash: string) => ({ pk: `APIKEY#${secretHash}`, sk: 'APIKEY' });

const credential = z.object({
  id: z.string(),
  role: z.enum(['biller', 'auditor', 'admin']),
  billing_npis: z.array(z.string()).optional(),
  revoked_at: z.string().optional(),
});

/** The key whose secret has this SHA-256 (base64url), revoked or not. */
export async function findClaimsCredential(table: Table, secretHash: string) {
  const item = await getItem(table, secretKey(secretHash));
  return item && credential.parse(item);
}

export type CredentialLog = Pick<ChainAppender<TransactAction>, 'append'>;

/** The audit entry of a new key, and its writes. */
export function insertionOfKey({
  key,
  secretHash,
  actor,
}: {
  readonly key: ClaimsKey;
  readonly secretHash: string;
  readonly actor: string;
}) {
  const { id, role, billing_npis } = key;
  const credential = { ...secretKey(secretHash), id, role, ...(billing_npis && { billing_npis }) };
  return {
    entry: keyCreated(key, actor),
    writes: [insertion(credential), insertion({ ...key, ...keyKey(id), secret_hash: secretHash })],
  };
}

/**
 * Revokes a key, with its audit entry in the same transaction. A key that is revoked already keeps its time and gets
 * no second entry. Returns false when there is no such key.
 */
export async function setClaimsKeyRevoked(
  log: CredentialLog,
  table: Table,
  { id, actor, now }: { readonly id: string; readonly actor: string; readonly now: Date },
): Promise<boolean> {
  const item = await getItem(table, keyKey(id));
  if (!item) return false;
  if (item['revoked_at'] !== undefined) return true;
  const actions = [secretKey(String(item['secret_hash'])), keyKey(id)].map((Key) => ({
    Update: {
      Key,
      UpdateExpression: 'SET revoked_at = :now',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revoked_at)',
      ExpressionAttributeValues: { ':now': now.toISOString() },
    },
  }));
  await log.append([keyRevoked(id, actor)], actions);
  return true;
}

/** Keys without their secrets, newest first: their ids sort by time. */
export const readClaimsKeys = (
  table: Table,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<ClaimsKey>> =>
  queryPage(
    table,
    { list: ['claims keys'], limit, cursor, range: { pk: 'APIKEYS', prefix: 'APIKEY#', newestFirst: true } },
    (item) => resourceOf<ClaimsKey>(item, fieldsOf(claimsKey)),
  );
