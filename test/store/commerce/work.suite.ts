import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { recordEvents } from '#commerce/work/record-events.ts';
import { newId } from '#persistence/new-id.ts';
import { type FoundWork, findDueWork, hideWork } from '#store/commerce/work/due-work.ts';
import { oldestEntry, outboxAction, outboxEntries, removeEntry } from '#store/commerce/work/outbox.ts';
import {
  cancelWork,
  dueTimeOf,
  finishWork,
  leaseWork,
  repeatWork,
  scheduleWork,
} from '#store/commerce/work/work-items.ts';
import { outboxShardOf } from '#store/commerce/work/work-keys.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';

const kind = 'deliver-webhooks';
const start = new Date('2026-11-22T08:00:00.000Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

export function workSuite(table: () => Table): void {
  const someWork = () => {
    const endpoint_id = randomUUID();
    return { kind, key: endpoint_id, payload: { brand_id: randomUUID(), endpoint_id } } as const;
  };
  const schedule = (work: ReturnType<typeof someWork>, due: Date) =>
    transact(table(), [scheduleWork({ ...work, due })]);
  const lease = (work: ReturnType<typeof someWork>, now: Date, seconds = 60) =>
    leaseWork(table(), work, { now, leaseEnd: new Date(now.getTime() + seconds * 1000) });
  const held = async (work: ReturnType<typeof someWork>, now: Date) => {
    const leased = await lease(work, now);
    if (leased === undefined) throw new Error('There is no work');
    return leased;
  };
  const foundUntil = async (until: Date, key: string): Promise<FoundWork | undefined> => {
    for await (const found of findDueWork(table(), until)) if (found.key === key) return found;
    return undefined;
  };

  describe('due work', () => {
    test('is found and leased when it is due, not before', async () => {
      const work = someWork();
      await schedule(work, later(60));
      expect(await foundUntil(later(59), work.key)).toBeUndefined();
      expect(await lease(work, later(59))).toBeUndefined();
      expect(await foundUntil(later(60), work.key)).toMatchObject({ kind, due: later(60) });
      expect(await lease(work, later(60))).toMatchObject({ ...work, attempt: 1, due: later(60) });
    });

    test('is leased by one of many runs', async () => {
      const work = someWork();
      await schedule(work, start);
      const runs = await Promise.all(Array.from({ length: 20 }, () => lease(work, start)));
      expect(runs.filter((run) => run !== undefined)).toHaveLength(1);
    });

    test('of a killed run is found and leased again when the lease ends', async () => {
      const work = someWork();
      await schedule(work, start);
      await lease(work, start, 60);
      expect(await foundUntil(later(59), work.key)).toBeUndefined();
      expect(await lease(work, later(59))).toBeUndefined();
      expect(await foundUntil(later(60), work.key)).toBeDefined();
      expect(await lease(work, later(60))).toMatchObject({ attempt: 2 });
    });

    test('is gone after it is finished', async () => {
      const work = someWork();
      await schedule(work, start);
      expect(await finishWork(table(), await held(work, start))).toBeUndefined();
      expect(await dueTimeOf(table(), kind, work.key)).toBeUndefined();
      expect(await lease(work, later(1000))).toBeUndefined();
    });

    test('that is scheduled again during a run runs again after it, with the new payload', async () => {
      const work = someWork();
      await schedule(work, start);
      const first = await held(work, start);
      const payload = { ...work.payload, brand_id: randomUUID() };
      await transact(table(), [scheduleWork({ ...work, payload, due: later(5) })]);
      expect(await lease(work, later(5))).toBeUndefined();
      expect(await finishWork(table(), first)).toEqual(later(5));
      expect(await lease(work, later(5))).toMatchObject({ payload, attempt: 1 });
    });

    test('keeps the number of attempts after a failure, and forgets it after a success', async () => {
      const work = someWork();
      await schedule(work, start);
      await repeatWork(table(), await held(work, start), { at: later(30), failed: true });
      const second = await held(work, later(30));
      expect(second.attempt).toBe(2);
      expect(await repeatWork(table(), second, { at: later(60), failed: false })).toEqual(later(60));
      expect(await lease(work, later(60))).toMatchObject({ attempt: 1 });
    });

    test('does not run after it is cancelled, also during a run', async () => {
      const [waiting, running] = [someWork(), someWork()];
      for (const work of [waiting, running]) await schedule(work, start);
      const run = await held(running, start);
      for (const { key } of [waiting, running]) await transact(table(), [cancelWork(kind, key, start)]);
      expect(await repeatWork(table(), run, { at: later(1), failed: false })).toBeUndefined();
      for (const work of [waiting, running]) {
        expect(await lease(work, later(1000))).toBeUndefined();
        expect(await foundUntil(later(1000), work.key)).toBeUndefined();
      }
      await schedule(waiting, later(2000));
      expect(await lease(waiting, later(2000))).toBeDefined();
    });

    test('that a run lost to another run is left to the other run', async () => {
      const work = someWork();
      await schedule(work, start);
      const lost = await held(work, start);
      const current = await held(work, later(60));
      expect(await finishWork(table(), lost)).toBeUndefined();
      expect(await repeatWork(table(), lost, { at: start, failed: false })).toBeUndefined();
      expect(await repeatWork(table(), current, { at: later(99), failed: false })).toEqual(later(99));
    });

    test('is hidden while its message waits, unless it has changed meanwhile', async () => {
      const work = someWork();
      await schedule(work, start);
      const found = await foundUntil(start, work.key);
      if (found === undefined) throw new Error('There is no work');
      await hideWork(table(), found, later(120));
      expect(await foundUntil(later(119), work.key)).toBeUndefined();
      await schedule(work, later(1));
      await hideWork(table(), found, later(500));
      expect(await foundUntil(later(1), work.key)).toBeDefined();
    });
  });

  describe('the outbox', () => {
    test('has the events of an operation from its commit until they are removed', async () => {
      const id = newId();
      const brand = randomUUID();
      const product = randomUUID();
      const events = recordEvents(
        brand,
        Array.from({ length: 90 }, () => ({ type: 'product.deleted', data: { id: product } }) as const),
        { now: start, newId },
      );
      const shard = outboxShardOf(id);
      const idsOf = async () => {
        const ids: string[] = [];
        for await (const entry of outboxEntries(table(), shard)) ids.push(entry.id);
        return ids;
      };
      const refused = {
        ConditionCheck: { Key: { pk: 'NONE', sk: 'NONE' }, ConditionExpression: 'attribute_exists(pk)' },
      };
      await expect(transact(table(), [outboxAction({ id, events }), refused])).rejects.toThrow();
      expect(await idsOf()).not.toContain(id);
      await transact(table(), [outboxAction({ id, events })]);
      expect(await idsOf()).toContain(id);
      expect(new Set(events.map((event) => event.id)).size).toBe(90);
      const oldest = await oldestEntry(table(), shard);
      expect(oldest?.events[0]).toMatchObject({ type: 'product.deleted', created_at: start.toISOString() });
      await removeEntry(table(), id);
      await removeEntry(table(), id);
      expect(await idsOf()).not.toContain(id);
    });
  });
}
