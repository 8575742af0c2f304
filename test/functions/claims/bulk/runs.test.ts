import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { bulkRunPorts } from '#claims/bulk/bulk-store.ts';
import { continueBulkRun } from '#claims/bulk/continue-run.ts';
import type { BulkOperation } from '#claims/bulk/contract.ts';
import type { BulkRunPorts } from '#claims/bulk/operations.ts';
import { beginBulkRun, bulkProgressActions, findBulkRun, takeBulkRun } from '#claims/bulk/records.ts';
import { newBulkRun } from '#claims/bulk/rules.ts';
import { amendClaim } from '#claims/claims/claim-change.ts';
import { changeActions, findClaim } from '#claims/claims/records.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { Answer } from '#test/claims/invoke.ts';
import { moveStoredClaim } from '#test/claims/move-stored-claim.ts';
import { auditOf, laneFigures } from '#test/claims/stored.ts';
import { call, deliver, lanesOf, ready, resultsOf, start, stores, useStores, work } from './service.ts';

useStores();

describe('A bulk run', () => {
  const hold: BulkOperation = { kind: 'hold' };

  async function begin(ids: readonly string[], operation: BulkOperation = hold): Promise<string> {
    const run = newBulkRun({
      id: randomUUID(),
      operation,
      named: ids.length,
      actor: 'test',
      now: new Date(),
    });
    await beginBulkRun(stores.claims, run, ids);
    return run.id;
  }

  const ports = (more: Partial<BulkRunPorts> = {}): BulkRunPorts => ({
    ...bulkRunPorts(stores, () => {}),
    ...more,
  });
  const never = () => false;

  test('gives one result per claim when two runs of the same work meet', async () => {
    const ids = await ready(30);
    const before = await laneFigures(stores);
    const id = await begin(ids);
    await Promise.all(Array.from({ length: 4 }, () => continueBulkRun(id, ports(), never)));
    // A late message of the same run changes nothing.
    const run = await continueBulkRun(id, ports(), never);
    expect(run).toMatchObject({ state: 'done', done: 30, skipped: 0 });
    const { data } = await resultsOf(id, { limit: '200' });
    expect(data.map(({ claim_id }: { claim_id: string }) => claim_id)).toEqual(ids);
    const after = await laneFigures(stores);
    expect((after['held']?.count ?? 0) - (before['held']?.count ?? 0)).toBe(30);
    for (const claimId of ids) expect(await auditOf(stores, claimId)).toHaveLength(2);
  });

  test('gives each claim to one of two different runs', async () => {
    const ids = await ready(25);
    const runs = [await begin(ids), await begin(ids.toReversed())];
    const finished = await Promise.all(runs.map((id) => continueBulkRun(id, ports(), never)));
    const [first, second] = finished;
    expect((first?.done ?? 0) + (second?.done ?? 0)).toBe(25);
    expect((first?.skipped ?? 0) + (second?.skipped ?? 0)).toBe(25);
    expect(new Set(await lanesOf(ids))).toEqual(new Set(['held']));
  });

  test('continues after a kill where it stopped, page by page', async () => {
    const ids = await ready(25);
    const id = await begin(ids);
    let writes = 0;
    const dying = ports({
      write: async (change) => {
        await ports().write(change);
        if (++writes === 1) throw new Error('killed after the write');
      },
    });
    await expect(continueBulkRun(id, dying, never)).rejects.toThrow('killed');
    expect(await findBulkRun(stores.claims, id)).toMatchObject({ position: 20, done: 20 });
    expect(await continueBulkRun(id, ports(), never)).toMatchObject({ state: 'done', done: 25 });
    const first = await resultsOf(id, { limit: '12', outcome: 'done' });
    const second = await resultsOf(id, {
      limit: '12',
      outcome: 'done',
      cursor: first.pagination.next_cursor,
    });
    const third = await resultsOf(id, {
      limit: '12',
      outcome: 'done',
      cursor: second.pagination.next_cursor,
    });
    const shown = [first, second, third].flatMap(({ data }) =>
      data.map(({ claim_id }: { claim_id: string }) => claim_id),
    );
    expect(shown).toEqual(ids);
    expect(first.data[0]).toMatchObject({ patient_control_number: expect.any(String), from: 'ready' });
  });

  test('fails with a reason after three runs without an answer, and its rest can be started again', async () => {
    const ids = await ready(25);
    const id = await begin(ids);
    await takeBulkRun(stores.claims, id);
    const dying = ports({
      write: async (change) => {
        await ports().write(change);
        throw new Error('killed after the write');
      },
    });
    await expect(continueBulkRun(id, dying, never)).rejects.toThrow('killed');
    await takeBulkRun(stores.claims, id);
    await takeBulkRun(stores.claims, id);
    await deliver(id);
    const { data } = (await call('get-bulk-run', { path: { id } })).body;
    expect(data).toMatchObject({
      state: 'failed',
      reason: 'interrupted',
      selected: 25,
      processed: 20,
      done: 20,
      finished_at: expect.any(String),
    });
    expect(data).not.toHaveProperty('lost');
    const again = await start(hold, { claim_ids: ids });
    expect(again.body.data).toMatchObject({ state: 'done', done: 5, skipped_by_reason: { wrong_lane: 20 } });
  });

  test('counts only runs without an answer since the last one with an answer', async () => {
    const id = await begin(await ready(3));
    await takeBulkRun(stores.claims, id);
    await takeBulkRun(stores.claims, id);
    await deliver(id, true);
    expect(await takeBulkRun(stores.claims, id)).toMatchObject({ state: 'running', lost: 1 });
    await takeBulkRun(stores.claims, id);
    await work();
    expect(await findBulkRun(stores.claims, id)).toMatchObject({ state: 'done', done: 3 });
  });

  test('leaves the rest to the next run when the time is over', async () => {
    const id = await begin(await ready(25));
    let checks = 0;
    expect(await continueBulkRun(id, ports(), () => ++checks > 1)).toMatchObject({
      state: 'running',
      position: 20,
    });
    const canceled = await call('cancel-bulk-run', { path: { id }, body: {} });
    expect(canceled.body.data).toMatchObject({ state: 'canceled', processed: 20 });
    expect(await continueBulkRun(id, ports(), never)).toMatchObject({ state: 'canceled', position: 20 });
    expect((await call('cancel-bulk-run', { path: { id }, body: {} })).body.data.state).toBe('canceled');
  });

  test('responds with conflict to a cancellation if the run changes during every attempt', async () => {
    const id = await begin(await ready(1));
    let isOver = false;
    const change = async () => {
      while (!isOver) {
        const before = await findBulkRun(stores.claims, id);
        const after = before && {
          ...before,
          updated_at: new Date(Date.parse(before.updated_at) + 1).toISOString(),
        };
        const actions = before && after ? bulkProgressActions({ before, after }) : [];
        await transact(stores.claims, actions).catch(() => {});
      }
    };
    const changing = [change(), change(), change()];
    let answer: Answer;
    do {
      answer = await call('cancel-bulk-run', { path: { id }, body: {} });
      // If a cancellation succeeds nevertheless, the run starts again.
      const run = await findBulkRun(stores.claims, id);
      if (run?.state === 'canceled') {
        const after = { ...run, state: 'running', finished_at: null } as const;
        await transact(stores.claims, bulkProgressActions({ before: run, after })).catch(() => {});
      }
    } while (answer.body.code !== 'conflict');
    isOver = true;
    await Promise.all(changing);
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('decides again about a claim that changes between reading and writing', async () => {
    const ids = await ready(3);
    const id = await begin(ids);
    let isFirst = true;
    const racing = ports({
      write: async (change) => {
        if (isFirst) await moveStoredClaim(stores, ids[1] ?? '', 'held');
        isFirst = false;
        await ports().write(change);
      },
    });
    expect(await continueBulkRun(id, racing, never)).toMatchObject({
      done: 2,
      skipped_by_reason: { wrong_lane: 1 },
    });
    expect(await lanesOf(ids)).toEqual(['held', 'draft', 'held']);
  });

  test('skips a claim that changes during every attempt, and goes on', async () => {
    const ids = await ready(2);
    const id = await begin(ids);
    const busy = ports({
      write: async (change) => {
        if (change.entries.some(({ entity_id }) => entity_id === ids[0])) await touch(ids[0] ?? '');
        await ports().write(change);
      },
    });
    expect(await continueBulkRun(id, busy, never)).toMatchObject({
      state: 'done',
      done: 1,
      skipped_by_reason: { changed_meanwhile: 1 },
    });
    expect(await lanesOf(ids)).toEqual(['ready', 'held']);
  });

  /** Changes the version of a claim. */
  async function touch(id: string): Promise<void> {
    const claim = await findClaim(stores.claims, id);
    const facts = { actor: 'test', now: new Date() };
    await transact(
      stores.claims,
      changeActions(claim ? [amendClaim(claim, 'claim.checked', facts, {})] : []),
    );
  }

  test('is started once by one key, and repeats its reply', async () => {
    const ids = await ready(2);
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await start(hold, { claim_ids: ids }, headers);
    const again = await start(hold, { claim_ids: ids }, headers);
    expect(again.body).toEqual(first.body);
    expect(await auditOf(stores, ids[0] ?? '')).toHaveLength(2);
    const runs = await call('list-bulk-runs', { query: { limit: '1' } });
    expect(runs.body.data).toHaveLength(1);
  });

  test('works through a larger selection in the background', async () => {
    const ids = [...(await ready(2)), ...Array.from({ length: 150 }, () => randomUUID())];
    const run = await start(hold, { claim_ids: ids });
    expect(run).toMatchObject({
      status: 202,
      body: { data: { state: 'running', processed: 0, selected: 152 } },
    });
    await work();
    expect((await call('get-bulk-run', { path: { id: run.body.data.id } })).body.data).toMatchObject({
      state: 'done',
      done: 2,
      skipped_by_reason: { not_found: 150 },
    });
    expect((await call('get-bulk-run', { path: { id: randomUUID() } })).status).toBe(404);
  });

  test('previews a long selection page by page', async () => {
    const claim_ids = Array.from({ length: 7 }, () => randomUUID());
    const body = { operation: hold, selection: { claim_ids } };
    const first = await call('preview-bulk-run', { body, query: { limit: '5' } });
    expect(first.body).toMatchObject({ pagination: { has_more: true } });
    const { next_cursor: cursor } = first.body.pagination;
    const second = await call('preview-bulk-run', { body, query: { limit: '5', cursor } });
    expect([first.body.data.length, second.body.data.length, second.body.pagination.has_more]).toEqual([
      5,
      2,
      false,
    ]);
    expect((await call('preview-bulk-run', { body, query: { cursor: 'x' } })).body.code).toBe(
      'invalid_cursor',
    );
  });
});
