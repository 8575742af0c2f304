import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { HeldLease, leaseEnd, leaseMilliseconds } from '#persistence/lease.ts';
import { newId } from '#persistence/new-id.ts';
import {
  oldestEntry,
  outboxAction,
  outboxEntries,
  outboxShardOf,
  recordEvents,
  removeEntry,
} from '#store/commerce/work/outbox.ts';
import {
  cancelWork,
  dueTimeOf,
  endTurn,
  type FoundWork,
  findDueWork,
  finishWork,
  hideWork,
  type LeasedWork,
  leaseWork,
  postponeWork,
  renewWork,
  repeatWork,
  scheduleWork,
  takeTurn,
  turnOf,
} from '#store/commerce/work/work-items.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { Random } from '#test/bench/x12/random.ts';

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
    leaseWork(table(), work, { now, until: new Date(now.getTime() + seconds * 1000) });
  const held = async (work: ReturnType<typeof someWork>, now: Date) => {
    const leased = await lease(work, now);
    if (leased === undefined) throw new Error('There is no work');
    return leased;
  };
  const foundUntil = async (until: Date, key: string): Promise<FoundWork | undefined> => {
    for await (const found of findDueWork(table(), until)) if (found.key === key) return found;
    return undefined;
  };

  describe('turns', () => {
    const brand_id = randomUUID();
    const batch = (number: number, campaign_id = randomUUID()) => ({
      kind: 'send-campaign-batch' as const,
      key: `${campaign_id}.${number}`,
      payload: { brand_id, campaign_id, batch: number },
    });
    const turn = ({ payload, ...work }: ReturnType<typeof batch>) => {
      const needed = turnOf(work, payload, 1);
      if (needed === undefined) throw new Error('The work takes no turns');
      const take = (now: Date) => takeTurn(table(), needed, work, { now, until: leaseEnd(now) });
      return { take, end: () => endTurn(table(), needed), work };
    };

    test('of a brand go around, and those of another brand are free', async () => {
      const [first, second, third] = [turn(batch(0)), turn(batch(2)), turn(batch(4))];
      const others = [turn({ ...batch(0), payload: { ...batch(0).payload, brand_id: randomUUID() } })];
      expect(await first.take(start)).toBe(true);
      expect(await second.take(start)).toBe(false);
      expect(await third.take(start)).toBe(false);
      // A message that comes twice waits once.
      expect(await second.take(start)).toBe(false);
      for (const other of others) expect(await other.take(start)).toBe(true);
      expect(await first.end()).toEqual(second.work);
      expect(await second.take(later(1))).toBe(true);
      expect(await first.take(later(1))).toBe(false);
      expect(await second.end()).toEqual(third.work);
      expect(await third.take(later(2))).toBe(true);
      expect(await third.end()).toEqual(first.work);
      expect(await first.take(later(3))).toBe(true);
      expect(await first.end()).toBeUndefined();
    });

    test('of killed runs end with their lease', async () => {
      const [killed, next] = [turn(batch(0)), turn(batch(2))];
      expect(await killed.take(start)).toBe(true);
      expect(await next.take(later(29))).toBe(false);
      expect(await next.take(later(30))).toBe(true);
      expect(await killed.end()).toBeUndefined();
      expect(await next.end()).toEqual(next.work);
    });

    test('are taken by one of many runs', async () => {
      const runs = Array.from({ length: 20 }, () =>
        turn({ ...batch(0), payload: { ...batch(0).payload, brand_id } }),
      );
      const taken = await Promise.all(runs.map(({ take }) => take(later(900))));
      expect(taken.filter(Boolean)).toHaveLength(1);
    });

    test('are not for short work of one person', () => {
      const work = { kind: 'send-message', key: 'm' } as const;
      expect(turnOf(work, { brand_id, message_id: 'm' }, 1)).toBeUndefined();
    });
  });

  describe('due work', () => {
    test('is found and leased when it is due, not before', async () => {
      const work = someWork();
      await schedule(work, later(60));
      expect(await foundUntil(later(59), work.key)).toBeUndefined();
      expect(await lease(work, later(59))).toBeUndefined();
      expect(await foundUntil(later(60), work.key)).toMatchObject({ kind, free: later(60) });
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
      expect(await foundUntil(later(60), work.key)).toMatchObject({ free: later(60) });
      expect(await lease(work, later(60))).toMatchObject({ attempt: 2 });
    });

    test('counts runs without an answer until one answers', async () => {
      const work = someWork();
      await schedule(work, start);
      expect(await held(work, start)).toMatchObject({ lost: 0 });
      expect(await held(work, later(60))).toMatchObject({ lost: 1 });
      // New causes of the same work do not hide that it kills its runs.
      await schedule(work, start);
      const third = await held(work, later(120));
      expect(third).toMatchObject({ lost: 2, attempt: 1 });
      expect(await postponeWork(table(), third, later(300))).toBe(true);
      expect(await lease(work, later(299))).toBeUndefined();
      const fourth = await held(work, later(300));
      expect(fourth).toMatchObject({ lost: 3 });
      await repeatWork(table(), fourth, { at: later(301), failed: true });
      expect(await held(work, later(301))).toMatchObject({ lost: 0 });
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

    test('is never held by two runs, and is free half a minute after a kill, whatever comes first', async () => {
      const seed = Number(process.env['LEASE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
      const random = new Random(seed);
      const work = someWork();
      await schedule(work, start);
      let time = start.getTime();
      let renewed = 0;
      let holder = '';
      let [taken, kills] = [0, 0];
      const now = () => new Date(time);
      /** Each run has the lease that it took, until it has ended or was killed. */
      const runs: { work: LeasedWork; lease: HeldLease }[] = [];
      let refused = false;
      const take = async () => {
        const until = leaseEnd(now());
        const leased = await leaseWork(table(), work, { now: now(), until });
        refused ||= leased === undefined;
        if (leased === undefined) return;
        taken++;
        renewed = time;
        holder = leased.lease.run;
        const renew = async (next: Date) => {
          const sent = time;
          const isRenewed = await renewWork(table(), leased, next);
          if (isRenewed) renewed = Math.max(renewed, sent);
          return isRenewed;
        };
        runs.push({ work: leased, lease: new HeldLease({ until, renew, now }) });
      };
      const end = async (run: (typeof runs)[number]) => {
        runs.splice(runs.indexOf(run), 1);
        const again = await repeatWork(table(), run.work, { at: now(), failed: false });
        if (again !== undefined && holder === run.work.lease.run) renewed = time - leaseMilliseconds;
      };
      for (let step = 0; step < 80; step++) {
        // Requests of one moment reach the table in any order.
        const requests = Array.from({ length: random.int(1, 4) }, () => {
          const run = runs[random.int(0, Math.max(0, runs.length - 1))];
          if (run === undefined || random.chance(0.3)) return take();
          return random.chance(0.8) ? run.lease.renew() : end(run);
        });
        await Promise.all(requests);
        expect({ seed, step, free: refused && time > renewed + leaseMilliseconds }).toMatchObject({
          free: false,
        });
        refused = false;
        if (runs.length > 0 && random.chance(0.1)) kills += runs.splice(0).length;
        time += random.int(0, 12_000);
        const held = runs.filter(({ lease }) => lease.isHeld).length;
        expect({ seed, step, areOne: held <= 1 }).toMatchObject({ areOne: true });
      }
      expect([taken > 3, kills > 0]).toEqual([true, true]);
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
