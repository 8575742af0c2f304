import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { walkClaims } from '#claims/claims/claim-list-records.ts';
import { figureChanges } from '#claims/reports/claim-figures.ts';
import { cohortPages } from '#claims/reports/cohort-records.ts';
import {
  createLegalHold,
  getPurge,
  getRetention,
  listLegalHolds,
  startPurge,
} from '#claims/retention/contract.ts';
import { purgePorts } from '#claims/retention/purge-phase-records.ts';
import { findPurge } from '#claims/retention/records.ts';
import { runPurge } from '#claims/retention/rules.ts';
import { send, visit } from '#test/claims/responses/engine/sent-batch.ts';
import { everyAuditEntry, laneFigures } from '#test/claims/stored.ts';
import { type LocalWorkQueue, startWorkQueue } from '#test/claims/work-queue.ts';
import { status } from '#test/fixtures/x12/acknowledgment.ts';
import { claimBody } from './claim-body.ts';
import { everything, verifyBoth } from './everything.ts';
import {
  answer277,
  answer835,
  answer999,
  call,
  expectContract,
  rejection,
  stores,
  useStores,
  x12,
} from './responses/service.ts';

useStores();

let queue: LocalWorkQueue;
beforeAll(async () => {
  queue = await startWorkQueue();
  const { WORK_QUEUE: BULK_RUN_QUEUE, ...endpoint } = queue.environment;
  Object.assign(process.env, { ...endpoint, BULK_RUN_QUEUE });
});
afterAll(() => queue.stop());

const admin = { roles: ['admin'] } as const;

/** Runs the schedule until a purge is done, as for a purge that takes longer than its request. */
async function finished(id: string) {
  const { handler } = await import('../../../functions/claims/work/purge-records.ts');
  for (;;) {
    const { body } = await call('get-purge', { ...admin, path: { id } });
    if (body.data.state === 'done') return body.data;
    await handler({}, { getRemainingTimeInMillis: () => 600_000 });
  }
}

/** Places that mention a text. */
const mentions = (found: ReadonlyMap<string, string>, text: string) =>
  [...found].flatMap(([place, content]) => (place.includes(text) || content.includes(text) ? place : []));

/** Leaves a note, a version, an earlier number and a bulk run about a claim. */
async function workOn(id: string): Promise<void> {
  const path = { id };
  const note = await call('add-note', { path, body: { text: 'Called the mother of GONE-PERSON' } });
  expect(note.status).toBe(201);
  const content = { patient_control_number: 'GONE-MOVED-TO-A-LONG-NUMBER', place_of_service: '12' };
  expect((await call('edit-claim', { path, body: { content } })).status).toBe(200);
  const filter = { patient_control_number: 'GONE-MOVED-TO-A-LONG-NUMBER' };
  const body = { operation: { kind: 'hold', reason: 'GONE-PERSON calls back' }, selection: { filter } };
  const { id: run } = (await call('start-bulk-run', { body })).body.data;
  const { handler } = await import('../../../functions/claims/work/carry-on-bulk-run.ts');
  for (let taken = queue.take(); taken !== undefined; taken = queue.take()) await handler(taken.event);
  const done = await call('get-bulk-run', { path: { id: run } });
  expect(done.body.data).toMatchObject({ state: 'done', done: 1 });
  await call('set-follow-up', { path, body: { assignee: 'me' } });
}

describe('a purge', () => {
  test('needs a retention time, which admins set', async () => {
    expect((await call('start-purge', { ...admin, body: {} })).body.code).toBe('no_retention_time');
    expect((await call('get-retention', admin)).body.data).toMatchObject({ retention_days: null });
    const set = { ...admin, body: { retention_days: 2192 } };
    expect((await call('set-retention', set)).body.data).toMatchObject({ version: 1, retention_days: 2192 });
    const stale = await call('set-retention', { ...set, headers: { 'If-Match': '"v0"' } });
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);
    expect((await call('set-retention', { ...set, roles: ['biller'] })).status).toBe(403);
    expectContract(getRetention, await call('get-retention', { roles: ['auditor'] }));
  });

  test('removes expired records from tables and buckets, keeps held ones, and leaves the chain verifiable', async () => {
    const sent = await send(stores, [visit('GONE-1'), visit('GONE-2')]);
    const kept = await send(stores, [visit('KEPT-1')]);
    await call('parse-implementation-acknowledgment', x12(await answer999(sent)));
    await call('parse-claim-acknowledgment', x12(answer277(rejection('GONE-2'))));
    // The 277CA gives the claim a number, and the 835 another one.
    await call(
      'parse-claim-acknowledgment',
      x12(answer277(status({ numbers: { trn02: 'GONE-1', ref_1k: 'GONE-ICN' } }))),
    );
    await call('parse-remittance', x12(answer835('GONE-1')));
    await call('parse-remittance', x12(answer835('KEPT-1')));
    await call('parse-remittance', x12(answer835('GONE-UNKNOWN')));
    const made = await call('create-claim', { body: claimBody('GONE-API') });
    await workOn(made.body.data.id);
    await call('void-claim', { path: { id: sent.claims[0]?.id ?? '' }, body: {} });
    const csv = 'Date,Amount,Description\n2026-03-20,5.00,COPAY GONE-PERSON\n';
    await call('import-bank-file', { text: csv, headers: { 'Content-Type': 'text/csv' } });
    await stores.put('inbox/old.txt', 'GONE-QUARANTINED');
    await stores.process('inbox/old.txt');
    await new Promise((resolve) => setTimeout(resolve, 1100));

    const held = await call('create-legal-hold', {
      ...admin,
      body: { member_ids: ['mkept-1'], reason: 'Case 17 of MARLOW' },
    });
    expect(held.status).toBe(201);
    expectContract(createLegalHold, held);
    const short = { ...admin, body: { retention_days: 0 } };
    expect((await call('set-retention', short)).status).toBe(400);
    const raced = { ...admin, body: { retention_days: 0, allow_short: true } };
    const answers = await Promise.all([call('set-retention', raced), call('set-retention', raced)]);
    for (const { status, body } of answers)
      expect([undefined, 'conflict']).toContain(body.code ?? (status === 200 ? undefined : status));
    const preview = await call('start-purge', { ...admin, body: { dry_run: true } });
    const dry = await finished(preview.body.data.id);
    expect(dry.dry_run).toBe(true);
    expect(dry.purged.claims).toBeGreaterThan(3);
    const before = await everything(stores);
    expect(mentions(before, 'GONE-').length).toBeGreaterThan(20);
    expect(mentions(before, 'UNMATCHED#').length).toBeGreaterThan(0);
    expect(await verifyBoth(stores)).toMatchObject({ online: true, offline: true });

    const both = await Promise.all([0, 1].map(() => call('start-purge', { ...admin, body: {} })));
    const [reply, refused] = both.toSorted((a, b) => a.status - b.status);
    if (reply === undefined) throw new Error('No purge started');
    expect([refused?.status, refused?.body.code]).toEqual([409, 'purge_running']);
    expect(reply.status).toBe(202);
    expectContract(startPurge, reply);
    const purge = await finished(reply.body.data.id);
    expect(purge.purged).toEqual(dry.purged);
    const after = await everything(stores);
    expect(mentions(after, 'GONE-')).toEqual([]);
    expect(mentions(after, 'MGONE')).toEqual([]);
    const purged = [made.body.data.id, ...sent.claims.map((claim) => claim.id)];
    for (const id of purged) {
      const places = mentions(after, id);
      // The list of its audit entries, which stay.
      expect(places.filter((place) => place !== `CLAIMENTRIES#${id} ENTRIES`)).toEqual([]);
    }
    expect(mentions(after, 'UNMATCHED#')).toEqual([]);
    expect([dry.purged.bulk_runs, mentions(after, 'BULKRUN#')]).toEqual([1, []]);
    expect((await call('get-claim', { path: { id: made.body.data.id } })).status).toBe(404);

    const claim = await call('get-claim', { path: { id: kept.claims[0]?.id ?? '' } });
    expect(claim.body.data).toMatchObject({ lane: 'paid', member_id: 'MKEPT-1' });
    const { file_id } = claim.body.data.source;
    const file = await call('get-file', { path: { id: file_id } });
    expect([...after.keys()].some((place) => place.startsWith(file.body.data.archive_key))).toBe(true);
    const remittance = await call('get-remittance', { path: { id: claim.body.data.remittance_id } });
    expect(remittance.body.data.claims).toHaveLength(1);
    expect(purge.held).toBeGreaterThan(3);

    const verified = await verifyBoth(stores);
    expect(verified).toMatchObject({ online: true, offline: true });
    const entries = await everyAuditEntry(stores);
    for (const id of purged) {
      const query = { entity_id: id, limit: '200' };
      const listed = await call('list-audit-log', { ...admin, query });
      const expected = entries.filter(({ entity_id }) => entity_id === id).map((entry) => entry.id);
      expect(listed.body.data.map((entry: { id: number }) => entry.id)).toEqual(expected.toReversed());
      expect(expected.length).toBeGreaterThan(2);
    }
    const count = (type: string) => entries.filter(({ event_type }) => event_type === type).length;
    expect(count('claim.purged')).toBe(purge.purged.claims);
    expect([count('purge.started'), count('purge.finished'), count('legal_hold.created')]).toEqual([1, 1, 1]);
    expect(JSON.stringify(entries)).not.toMatch(/MARLOW|MKEPT|mkept|COPAY/);
    await expectFigures();
  }, 600_000);

  /** Figures of lanes and reports are those of the claims that are left. */
  async function expectFigures(): Promise<void> {
    const claims = [];
    for await (const page of walkClaims(stores.claims)) claims.push(...page);
    expect(await laneFigures(stores)).toEqual({ paid: { count: 1, cents: 17_550 } });
    const counted = figureChanges(claims.map((after) => ({ after }))).flatMap(({ figures }) => [...figures]);
    const stored: [string, bigint][] = [];
    for await (const page of cohortPages(stores.claims)) {
      for (const { figures } of page) {
        for (const [name, value] of Object.entries(figures))
          if (value !== 0) stored.push([name, BigInt(value)]);
      }
    }
    expect(new Map(stored)).toEqual(new Map(counted));
  }

  test('continues after an interruption, and holds end', async () => {
    const list = await call('list-legal-holds', admin);
    expectContract(listLegalHolds, list);
    const path = { id: list.body.data[0].id };
    const body = { reason: 'Case closed' };
    expect((await call('release-legal-hold', { ...admin, path, body })).status).toBe(200);
    expect((await call('release-legal-hold', { ...admin, path, body })).body.code).toBe('already_released');
    const { id } = (await call('start-purge', { ...admin, body: { dry_run: true } })).body.data;
    await finished(id);
    const dry = await findPurge(stores.claims, id);
    if (dry === undefined) throw new Error('The purge is not stored');
    let runs = 0;
    let purge = { ...dry, dry_run: false, state: 'running' } as typeof dry;
    while (purge.state === 'running' && runs++ < 100) {
      let outcomes = 0;
      purge = await runPurge(purge, await purgePorts(stores, purge, () => ++outcomes >= 5));
    }
    expect(runs).toBeGreaterThan(1);
    expect(mentions(await everything(stores), 'KEPT-1')).toEqual([]);
    expectContract(getPurge, await call('get-purge', { ...admin, path: { id } }));
    expect(await verifyBoth(stores)).toMatchObject({ online: true, offline: true });
  }, 600_000);
});
