import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { S3Event } from 'aws-lambda';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import type { Claim } from '#claims/claims/claim.ts';
import type { FileReason, FileRecord } from '#claims/files/file.ts';
import { fileFrom } from '#claims/files/records.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { sized } from '../soak.ts';
import { functionsOn } from './invoke.ts';
import { type LocalStores, startLocalStores } from './local-stores.ts';
import { type DroppedFile, sampleFiles, soundFiles, spoiledFiles } from './spoiled-files.ts';
import { everyAuditEntry, everyItem, laneFigures } from './stored.ts';

const spoiled = sized('spoiled files dropped at once', { short: 25, soak: 2_000, variable: 'DROP_FILES' });
const share = sized('public samples dropped at once, one in', { short: 4, soak: 1 });
const seed = Number(process.env['DROP_SEED'] ?? 835_837);
/** Number of concurrent runs of the function. */
const runs = 8;
/** Percentage of objects that are notified twice, as S3 may do. */
const notifiedTwice = 5;

let stores: LocalStores;
let ingest: (event: S3Event) => Promise<void>;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  functionsOn(stores);
  ({ handler: ingest } = await import('../../functions/claims/work/ingest-file.ts'));
});
afterAll(() => stores.stop());

test('moves samples and spoiled files to the archive, or to quarantine with a reason', async () => {
  const sound = soundFiles();
  const samples = sampleFiles().filter((_, n) => n % share === 0);
  const dropped = [...sound, ...samples, ...spoiledFiles(spoiled, seed), ...sound.slice(0, 1)];
  const keys = dropped.map(({ name }, n) => `inbox/${String(n).padStart(4, '0')}/${name}`);
  await inTurns(dropped, async ({ bytes }, n) => stores.put(keys[n] ?? '', bytes));
  const notified = keys.flatMap((key, n) => (n % 100 < notifiedTwice ? [key, key] : [key]));
  // The function must not throw, or a message would move to the dead-letter queue.
  await inTurns(notified, (key) => ingest(eventOf(key)));

  expect(await stores.keys('inbox/')).toEqual([]);
  const items = await everyItem(stores, 'claims');
  const files = items
    .filter(({ pk, sk }) => String(pk).startsWith('FILE#') && sk === 'FILE')
    .map((item) => fileFrom(item));
  expect(files).toHaveLength(dropped.length);
  const byKey = new Map(files.map((file) => [file.object_key, file]));
  for (const [n, key] of keys.entries()) {
    const file = byKey.get(key);
    if (file === undefined) throw new Error(`${key} has no record`);
    await expectKept(file, dropped[n] ?? { name: '', bytes: Buffer.alloc(0) });
  }
  const reasons = await stores.keys('quarantine/');
  const kept = files.filter(({ quarantine_key }) => quarantine_key !== undefined);
  expect(reasons).toHaveLength(2 * kept.length);

  const claims = items.filter(({ pk, sk }) => String(pk).startsWith('CLAIM#') && sk === 'CLAIM');
  const entries = await everyAuditEntry(stores);
  const entriesOf = (type: string) => entries.filter(({ event_type }) => event_type === type);
  const counted = files.reduce((sum, { counts }) => sum + counts.claims, 0);
  expect(counted).toBeGreaterThan(0);
  expect(claims).toHaveLength(counted);
  expect(entriesOf('claim.received')).toHaveLength(counted);
  expect(await laneFigures(stores)).toEqual(figuresOf(claims as unknown as Claim[]));
  for (const state of ['applied', 'partly_applied', 'quarantined', 'duplicate'] as const) {
    const inState = files.filter((file) => file.state === state);
    expect([state, inState.length]).not.toEqual([state, 0]);
    expect(entriesOf(`file.${state}`)).toHaveLength(inState.length);
  }
  const verification = await verifyChain(chainSource(stores.auditTable, 'main'), { witness: new Map() });
  expect(verification).toMatchObject({ ok: true, complete: true, checked: entries.length });
}, 600_000);

const places: Readonly<Record<string, readonly ('archive_key' | 'quarantine_key')[]>> = {
  applied: ['archive_key'],
  duplicate: ['archive_key'],
  partly_applied: ['archive_key', 'quarantine_key'],
  quarantined: ['quarantine_key'],
};

async function expectKept(file: FileRecord, { bytes }: DroppedFile): Promise<void> {
  const where = places[file.state];
  if (where === undefined) throw new Error(`${file.name} is stuck in state ${file.state}`);
  expect(file.sha256).toBe(sha256(bytes));
  for (const place of ['archive_key', 'quarantine_key'] as const) {
    const key = file[place];
    expect([file.name, place, key !== undefined]).toEqual([file.name, place, where.includes(place)]);
    if (key !== undefined) expect(sha256(await stores.readBytes(key))).toBe(file.sha256);
  }
  if (file.quarantine_key === undefined) {
    expect(file.reasons).toEqual([]);
    return;
  }
  const written = JSON.parse(await stores.read(`${file.quarantine_key}.reason.json`));
  expect(written).toMatchObject({ file_id: file.id, state: file.state, sha256: file.sha256 });
  expect(written.reasons).toEqual(file.reasons);
  expect(file.reasons).not.toEqual([]);
  for (const reason of file.reasons) expectReason(reason, bytes);
}

/** Checks a reason: a code, a text and, unless the file is empty, a place in the file. */
function expectReason({ code, message, byte_offset }: FileReason, bytes: Buffer): void {
  expect(code).toMatch(/^([A-Z]\d{3}|[a-z0-9_]+)$/);
  expect(message).toMatch(/\w{3}/);
  if (code === 'empty') return;
  expect([code, byte_offset]).toEqual([code, expect.any(Number)]);
  expect(byte_offset).toBeGreaterThanOrEqual(0);
  expect(byte_offset).toBeLessThanOrEqual(bytes.length);
}

function figuresOf(claims: readonly Pick<Claim, 'lane' | 'total_charge'>[]) {
  const figures: Record<string, { count: number; cents: number }> = {};
  for (const { lane, total_charge } of claims) {
    const { count, cents } = figures[lane] ?? { count: 0, cents: 0 };
    figures[lane] = { count: count + 1, cents: cents + total_charge };
  }
  return figures;
}

async function inTurns<T>(all: readonly T[], work: (one: T, n: number) => Promise<unknown>): Promise<void> {
  const queue = all.entries();
  const worker = async () => {
    for (const [n, one] of queue) await work(one, n);
  };
  await Promise.all(Array.from({ length: runs }, worker));
}

const eventOf = (key: string) => {
  const object = { key: encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+') };
  return { Records: [{ s3: { object } }] } as unknown as S3Event;
};

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
