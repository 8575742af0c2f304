import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { ChainAppender } from '#audit/append/appender.ts';
import {
  type Checkpoint,
  checkpointVerifier,
  signCheckpoint,
  signedHashesOf,
} from '#audit/checkpoints/checkpoint.ts';
import { type ChainHead, emptyHead } from '#audit/entries/chain.ts';
import { type AuditEntry, entryHash, readEntry } from '#audit/entries/entry.ts';
import type { SignedHashes } from '#audit/verification/chain-walk.ts';
import { type VerifyOptions, verifyChain } from '#audit/verification/verify-chain.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { blockOf, blockPartition, entryKey, headKey } from '#store/audit/audit-keys.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { newSigningKey } from '../../audit/memory-chain.ts';
import { sized } from '../../soak.ts';
import { type DynamoEngine, startDynamoEngine } from '../dynamodb/dynamo-engine.ts';
import { appendAll, newAuditTable } from './audit-table.ts';

export const length = sized('entries of a chain that is tampered with', { short: 400, soak: 10_000 });
/** The entry at a share of the chain's length. */
export const idAt = (share: number) => Math.round(share * length);
const signedAt = [0.24, 0.48, 0.72, 0.98].map(idAt);
export const [firstSigned = 0, secondSigned = 0, , lastSigned = 0] = signedAt;
export const middle = idAt(0.65) + 4;

export type Item = Record<string, unknown>;

let engine: DynamoEngine;
export let table: Table;
export let head: ChainHead;
export let checkpoints: Checkpoint[];
let witness: SignedHashes;
export const key = newSigningKey();

beforeAll(async () => {
  engine = await startDynamoEngine();
  table = await newAuditTable(engine);
  const appender = new ChainAppender(chainStore(table, table, 'main'));
  checkpoints = [];
  const groups = Array.from({ length }, (_, n) => ({
    entries: [
      {
        event_type: 'claim.rejected',
        entity_type: 'claim',
        entity_id: `claim-${n % 100}`,
        actor: 'test',
        payload: { n },
      },
    ],
    actions: [],
  }));
  for (const result of await appendAll(appender, groups)) {
    if (result.status === 'rejected') throw result.reason;
    const [entry] = result.value;
    if (entry && signedAt.includes(entry.id)) {
      const at = { sequence: entry.id, hash: entry.hash, created_at: entry.created_at };
      checkpoints.push(await signCheckpoint(key, 'main', at, new Date()));
    }
  }
  head = (await chainSource(table, 'main').head()) ?? emptyHead;
  witness = signedHashesOf(checkpoints, checkpointVerifier('main', key.pem));
});
afterAll(async () => {
  expect(await verify()).toMatchObject({ ok: true, checked: length, checkpoints: signedAt.length });
  await engine.stop();
});

/** Original items, which are restored after each test. */
export const before = new Map<string, { readonly key: Item; readonly item: Item | undefined }>();
afterEach(async () => {
  await writeAll([...before.values()].flatMap(({ item }) => (item ? [item] : [])));
  for (const { key, item } of before.values()) if (!item) await erase(key);
  before.clear();
});

export const verify = (options: Partial<VerifyOptions> = {}) =>
  verifyChain(chainSource(table, 'main'), { witness, segmentSize: idAt(0.5), ...options });

/** Verifies the neighborhood of an entry, which is enough for one field. */
export const verifyAround = (id: number) => verify({ from: id - 100, to: id + 100 });

export const write = (item: Item) => table.client.send(new PutCommand({ TableName: table.name, Item: item }));
export async function writeAll(items: readonly Item[]): Promise<void> {
  for (let first = 0; first < items.length; first += 100) {
    const some = items.slice(first, first + 100);
    await transact(
      table,
      some.map((Item) => ({ Put: { Item } })),
    );
  }
}

export const erase = (key: Item) => table.client.send(new DeleteCommand({ TableName: table.name, Key: key }));

/** An entry, the head, or a sort key in the block of an entry. */
export type Place = number | 'HEAD' | readonly [sk: string, blockOfEntry: number];

export function keyOf(place: Place) {
  if (typeof place === 'number') return entryKey('main', place);
  if (place === 'HEAD') return headKey('main');
  return { pk: blockPartition('main', blockOf(place[1])), sk: place[0] };
}

export async function itemAt(id: Place): Promise<Item | undefined> {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: keyOf(id) }));
  return Item;
}

export async function put(id: Place, change: (item: Item) => Item): Promise<void> {
  const item = await itemAt(id);
  if (!before.has(`${id}`)) before.set(`${id}`, { key: keyOf(id), item });
  await write({ ...keyOf(id), ...change(item ?? {}) });
}

export async function remove(id: number): Promise<void> {
  before.set(`${id}`, { key: keyOf(id), item: await itemAt(id) });
  await erase(keyOf(id));
}

export const entryAt = async (id: number): Promise<AuditEntry> => {
  const entry = readEntry(await itemAt(id));
  if (!entry) throw new Error(`No entry ${id}`);
  return entry;
};

export const rehashed = (entry: Omit<AuditEntry, 'hash'>): Item => ({ ...entry, hash: entryHash(entry) });

export const places: [string, number][] = [
  ['first', 1],
  ['last of a segment', idAt(0.5)],
  ['first of a segment', idAt(0.5) + 1],
  ['middle', middle],
  ['last', length],
];
