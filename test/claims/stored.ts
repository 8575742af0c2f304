import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditEntry } from '#audit/entries/entry.ts';
import { findClaim } from '#claims/claims/records.ts';
import { paymentEvents } from '#claims/claims/timeline.ts';
import { entriesOf } from '#store/audit/stored-entries.ts';
import type { LocalStores } from './local-stores.ts';

export type StoredItem = Readonly<Record<string, unknown>>;

/** Returns the audit entries of one entity, oldest first, with parsed payloads. */
export async function auditOf(stores: Pick<LocalStores, 'auditTable'>, entityId: string) {
  const entries = await everyAuditEntry(stores);
  return entries.filter(({ entity_id }) => entity_id === entityId);
}

export async function everyAuditEntry({ auditTable }: Pick<LocalStores, 'auditTable'>) {
  const entries: (AuditEntry & { readonly payload: unknown })[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await auditTable.client.send(
      new ScanCommand({
        TableName: auditTable.name,
        FilterExpression: 'sk <> :head',
        ExpressionAttributeValues: { ':head': 'HEAD' },
        ExclusiveStartKey: start,
        ConsistentRead: true,
      }),
    );
    for (const entry of Items.flatMap(entriesOf)) {
      entries.push({ ...entry, payload: JSON.parse(entry.payload_json) });
    }
    start = LastEvaluatedKey;
  } while (start);
  return entries.toSorted((a, b) => a.id - b.id);
}

/** Stored counts and amounts of the lanes that hold claims. */
export async function laneFigures({ claims }: Pick<LocalStores, 'claims'>) {
  const { Items = [] } = await claims.client.send(
    new QueryCommand({
      TableName: claims.name,
      KeyConditionExpression: 'pk = :lanes',
      ExpressionAttributeValues: { ':lanes': 'LANES' },
    }),
  );
  const figures: Record<string, { count: number; cents: number }> = {};
  for (const { sk, count, cents } of Items) {
    if (Number(count) !== 0) figures[String(sk)] = { count: Number(count), cents: Number(cents) };
  }
  return figures;
}

/** Returns all items of a table. */
export async function everyItem(
  stores: Pick<LocalStores, 'claims' | 'auditTable'>,
  table: 'claims' | 'auditTable',
): Promise<readonly StoredItem[]> {
  const { client, name } = stores[table];
  const items: StoredItem[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName: name, ExclusiveStartKey: start }));
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
}

/** The items that store contents of claims: alone, or with their hash. */
export const contentsIn = (items: readonly StoredItem[]): readonly StoredItem[] =>
  items.filter(
    ({ pk, sk, content }) => content !== undefined && (sk === 'CONTENT' || String(pk).startsWith('CONTENT#')),
  );

/** Returns the payments of a claim, oldest first. */
export async function claimEvents({ claims }: Pick<LocalStores, 'claims'>, claimId: string) {
  const claim = await findClaim(claims, claimId);
  return claim === undefined ? [] : paymentEvents(claim);
}
