import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { S3Event } from 'aws-lambda';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import { findClaims } from '#claims/claims/records.ts';
import { claimFrom } from '#claims/claims/stored-claim-records.ts';
import { openInboxFile } from '#claims/files/inbox-records.ts';
import { intakeSettings } from '#claims/files/intake-settings-store.ts';
import { intakePorts } from '#claims/files/intake-store.ts';
import { processFile } from '#claims/files/process-file.ts';
import { findFile } from '#claims/files/records.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { generateClaimFileOfCount } from '../../bench/x12/claim-file.ts';
import { sized } from '../../soak.ts';
import { functionsOn } from '../invoke.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { contentsIn, everyAuditEntry, everyItem, laneFigures } from '../stored.ts';

let stores: LocalStores;
let call: ReturnType<typeof functionsOn>;
let claimIds: readonly string[] = [];

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
});
afterAll(() => stores.stop());

const now = new Date();
const count = sized('claims in one file', { short: 500, soak: 5_000 });

/** The response of `GET /api/files/{id}` before the file is finished. */
async function watchFile(name: string) {
  const seen: { state: string; percent: number; claims: number; units: number }[] = [];
  for (;;) {
    const { body: list } = await call('list-files');
    const id = list.data.find((file: { name: string }) => file.name === name)?.id;
    if (id !== undefined) {
      const { body } = await call('get-file', { path: { id } });
      const { state, progress, counts } = body.data;
      seen.push({ state, percent: progress.percent, claims: counts.claims, units: progress.units['837P'] });
      if (state === 'applied') return { file: body.data, seen };
    }
    await delay(20);
  }
}

async function ingest(keys: readonly string[]): Promise<void> {
  const { handler } = await import('../../../functions/claims/work/ingest-file.ts');
  await handler(s3Event(keys));
}

const s3Event = (keys: readonly string[]) =>
  ({ Records: keys.map((key) => ({ s3: { object: { key } } })) }) as unknown as S3Event;

test('stores each claim of a large file once with its audit entry, and shows progress', async () => {
  const text = [...generateClaimFileOfCount(count, 1, now)].join('');
  await stores.put('inbox/large.837', text);
  const [{ file, seen }] = await Promise.all([watchFile('large.837'), ingest(['inbox/large.837'])]);

  expect(file).toMatchObject({
    state: 'applied',
    size: text.length,
    counts: { interchanges: 1, groups: 1, sets: 1, refused_sets: 0, claims: count, drafts: 0, duplicates: 0 },
    progress: { bytes: text.length, percent: 100, units: { '837P': count } },
    reasons: [],
  });
  const between = seen.filter(({ state, units }) => state === 'processing' && units > 0 && units < count);
  expect(between.length).toBeGreaterThan(3);
  expect(new Set(between.map(({ percent }) => percent)).size).toBeGreaterThan(3);
  expect(seen.map(({ percent }) => percent)).toEqual(
    seen.map(({ percent }) => percent).toSorted((a, b) => a - b),
  );
  for (const { claims, units } of between) expect(claims).toBe(units);

  const items = await everyItem(stores, 'claims');
  const stored = items.filter(({ pk, sk }) => String(pk).startsWith('CLAIM#') && sk === 'CLAIM');
  claimIds = stored.map((item) => claimFrom(item).id);
  expect(new Set(stored.map((claim) => claim['patient_control_number'])).size).toBe(count);
  expect(stored.every(({ version, lane }) => version === 1 && lane === 'ready')).toBe(true);
  expect(contentsIn(items)).toHaveLength(count);
  const inSets = items.filter(
    ({ pk, sk }) => String(pk).startsWith('BATCH#') && String(sk).startsWith('SET#'),
  );
  expect(inSets.flatMap((part) => part['claims'])).toHaveLength(count);
  const cents = stored.reduce((sum, claim) => sum + Number(claim['total_charge']), 0);
  expect(await laneFigures(stores)).toEqual({ ready: { count, cents } });
  expect(file.counts.charge).toBe(cents / 100);

  const entries = await everyAuditEntry(stores);
  const received = entries.filter(({ event_type }) => event_type === 'claim.received');
  expect(received).toHaveLength(count);
  expect(new Set(received.map(({ entity_id }) => entity_id))).toEqual(new Set(claimIds));
  const verified = await verifyChain(chainSource(stores.auditTable, 'main'), { witness: new Map() });
  expect(verified).toMatchObject({ ok: true, checked: entries.length });

  expect(file.outbound_keys).toHaveLength(2);
  const statuses = await stores.read(file.outbound_keys[1]);
  expect(statuses).toContain(`QTY*90*${count}~\nAMT*YU*`);
  expect(statuses.match(/^STC\*A2:20\*/gm)).toHaveLength(count);
  const answer = await stores.read(file.outbound_keys[0]);
  expect(answer).toContain('AK1*HC*1*005010X222A1~\nAK2*837*0001*005010X222A1~\nIK5*A~\nAK9*A*1*1*1~');
  expect(await stores.keys('inbox/')).toEqual([]);
  expect(await stores.read(file.archive_key)).toBe(text);
});

test('submits 300 claims in one file and applies 999, 277CA and 835 once', async () => {
  const ids = claimIds.slice(0, 300);
  const { status } = await call('submit-claims', { body: { claim_ids: ids } });
  expect(status).toBe(201);
  const { handler: exchange } = await import('../../../functions/claims/work/exchange-files.ts');
  while ((await laneFigures(stores)).submitted?.count !== 300) await exchange();

  const { handler: answer } = await import('../../../functions/claims/work/answer-as-payer.ts');
  await answer(s3Event(await stores.keys('staging/')));
  const answers = await stores.keys('inbox/test-payer/');
  expect(answers).toHaveLength(3);
  for (const part of ['_999', '-277CA-', '-835-']) {
    const { size, bytes } = await progressOf(answers.find((key) => key.includes(part)) ?? '');
    // Progress grows while a response is applied, and never decreases.
    expect(bytes).toEqual(bytes.toSorted((a, b) => a - b));
    const between = new Set(bytes.filter((at) => at > 0 && at < size));
    expect([part, between.size > 3]).toEqual([part, true]);
    expect([part, Math.max(...between) > size / 2]).toEqual([part, true]);
  }

  const sent = await findClaims(stores.claims, ids);
  expect(sent).toHaveLength(300);
  expect(sent.every(({ lane, paid, total_charge }) => lane === 'paid' && paid === total_charge)).toBe(true);
  expect(await laneFigures(stores)).toMatchObject({ ready: { count: count - 300 }, paid: { count: 300 } });
  const byClaim = Map.groupBy(await everyAuditEntry(stores), ({ entity_id }) => entity_id);
  for (const id of ids) {
    expect(byClaim.get(id)?.map(({ event_type }) => event_type)).toEqual(way);
  }
  const { body } = await call('list-files');
  const applied = body.data.filter(({ name }: { name: string }) => name !== 'large.837');
  expect(applied.map(({ state, counts }: FileOutcome) => [state, counts.matched, counts.unmatched])).toEqual(
    applied.map(() => ['applied', 300, 0]),
  );
});

/** Processes an object of the inbox, and reports its progress after each write. */
async function progressOf(key: string) {
  const delivery = await openInboxFile(stores.claims, stores.bucket, { key });
  if (delivery === undefined) throw new Error(`${key} is not in the inbox`);
  const ports = intakePorts(stores, await intakeSettings(stores));
  const bytes: number[] = [];
  const file = await processFile(delivery, {
    ...ports,
    write: async (change) => {
      await ports.write(change);
      bytes.push((await findFile(stores.claims, delivery.id))?.progress.bytes ?? 0);
    },
  });
  expect(file).toMatchObject({ state: 'applied', progress: { bytes: file.size } });
  return { size: file.size, bytes };
}

interface FileOutcome {
  readonly state: string;
  readonly counts: { readonly matched: number; readonly unmatched: number };
}

const way = ['claim.received', 'clearhouse.submitted', 'claim.accepted', 'claim.paid'];
