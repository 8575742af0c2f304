import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { inboxAge, openInboxFile } from '#claims/files/inbox-records.ts';
import { ingestObjects } from '#claims/files/ingest-objects.ts';
import { ingestPorts } from '#claims/files/intake-settings-store.ts';
import { processFile } from '#claims/files/process-file.ts';
import { forEachMessage } from '#events/queue-messages.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { takeRun } from '#store/audit/audit-runs.ts';
import { putObject } from '#store/s3/x12-bucket.ts';
import { claimFileText } from '../claim-text.ts';
import { functionsOn } from '../invoke.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { everyAuditEntry, laneFigures } from '../stored.ts';
import { type LocalWorkQueue, startWorkQueue } from '../work-queue.ts';

/** Everything but intervals and the clock, because requests go over the network. */
const notFaked = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;

describe('queued files', () => {
  let stores: LocalStores;
  let queue: LocalWorkQueue;

  let call: ReturnType<typeof functionsOn>;
  let ingest: (event: unknown) => Promise<void>;
  beforeAll(async () => {
    stores = await startLocalStores({ migrated: true });
    queue = await startWorkQueue();
    const AUDIT_RUN_QUEUE = queue.environment['WORK_QUEUE'] ?? '';
    call = functionsOn({
      environment: { ...stores.environment, ...queue.environment, AUDIT_RUN_QUEUE },
    });
    ({ handler: ingest } = await import('../../../functions/claims/work/ingest-file.ts'));
  });
  afterAll(async () => {
    await stores.stop();
    await queue.stop();
  });
  afterEach(() => {
    while (queue.take() !== undefined);
  });

  const notificationOf = (key: string) => JSON.stringify({ Records: [{ s3: { object: { key } } }] });

  /** Takes every message that is visible. */
  function visibleIds(): string[] {
    const ids: string[] = [];
    for (let taken = queue.take(); taken !== undefined; taken = queue.take()) ids.push(taken.message.id);
    return ids;
  }

  /** The event that the function receives for the message. */
  function eventFor(body: string) {
    queue.send(body);
    const taken = queue.take();
    if (taken === undefined) throw new Error('There is no message');
    return taken;
  }

  test('accepts the test event of S3', async () => {
    const body = JSON.stringify({
      Service: 'Amazon S3',
      Event: 's3:TestEvent',
      Time: '2026-11-21T09:00:00.000Z',
      Bucket: 'x12',
    });
    await ingest(eventFor(body).event);
  });

  test('fails for an unreadable message without quoting it', async () => {
    const { event } = eventFor('{"patient": "Appleseed');
    await expect(ingest(event)).rejects.toThrow(/^The message is not JSON$/);
  });

  test.each([
    [1, 60],
    [2, 120],
    [4, 480],
    [9, 900],
  ])('repeats attempt %i after %i seconds', async (attempt, seconds) => {
    const { event, message } = eventFor('[]');
    const [record] = (event as { Records: { attributes: { ApproximateReceiveCount: string } }[] }).Records;
    if (record) record.attributes.ApproximateReceiveCount = String(attempt);
    const before = Date.now();
    await expect(ingest(event)).rejects.toThrow();
    const visibleAt = queue.visibleAt(message.id);
    expect(visibleAt).toBeGreaterThanOrEqual(before + seconds * 1_000);
    expect(visibleAt).toBeLessThanOrEqual(Date.now() + seconds * 1_000);
  });

  test('a message is hidden for 45 seconds at a time while its run works, so a killed run is repeated soon', async () => {
    jest.useFakeTimers({ now: Date.now(), doNotFake: [...notFaked] });
    try {
      const { event, message } = eventFor('[]');
      const queueOfRun = ownWorkQueue();
      const hides = jest.spyOn(queueOfRun, 'showAgain');
      const killed = Promise.withResolvers<void>();
      void forEachMessage(event, queueOfRun, () => killed.promise);
      for (let seconds = 0; seconds < 60; seconds += 10) {
        if (seconds > 0) jest.advanceTimersByTime(10_000);
        while (hides.mock.results.length <= seconds / 10) await new Promise(setImmediate);
        await Promise.all(hides.mock.results.map(({ value }) => value));
        expect(queue.visibleAt(message.id)).toBe(Date.now() + 45_000);
        expect(visibleIds()).not.toContain(message.id);
        await new Promise(setImmediate);
      }
      // From here on the run is dead.
      hides.mockImplementation(() => new Promise(() => {}));
      jest.advanceTimersByTime(45_000);
      expect(visibleIds()).toContain(message.id);
    } finally {
      jest.useRealTimers();
    }
  });

  test('fails with the error of the message if the queue does not respond', async () => {
    const { event } = eventFor('[]');
    const gone = {
      Records: [{ ...(event as { Records: object[] }).Records[0], receiptHandle: 'gone:gone' }],
    };
    await expect(ingest(gone)).rejects.toMatchObject({ name: 'ZodError' });
  });

  test('stores claims once for two simultaneous messages and a later one about the same object', async () => {
    const claims = Array.from({ length: 200 }, (_, i) => ({ pcn: `TWICE${i}`, charge: 1 }));
    await stores.put('inbox/twice.837', claimFileText({ number: 7, claims }));
    const events = [eventFor(notificationOf('inbox/twice.837')), eventFor(notificationOf('inbox/twice.837'))];
    await Promise.all(events.map(({ event }) => ingest(event)));
    await ingest(eventFor(notificationOf('inbox/twice.837')).event);
    expect(await laneFigures(stores)).toEqual({ ready: { count: 200, cents: 20_000 } });
    const entries = await everyAuditEntry(stores);
    expect(entries.filter(({ event_type }) => event_type === 'claim.received')).toHaveLength(200);
    expect(entries.filter(({ event_type }) => event_type === 'file.applied')).toHaveLength(1);
    expect(await stores.keys('inbox/')).toEqual([]);
  });

  test('a file says that it was killed after three runs without progress, until it makes progress', async () => {
    const key = 'inbox/killed.837';
    const claims = Array.from({ length: 120 }, (_, n) => ({ pcn: `KILLED-${n}` }));
    await stores.put(key, claimFileText({ number: 1, claims }));
    const ports = await ingestPorts(stores, () => false).intake();
    let id = '';
    /** A run that is killed at its n-th write. */
    const killedAt = async (n: number) => {
      const delivery = await openInboxFile(stores.claims, stores.bucket, { key });
      if (delivery === undefined) throw new Error('The file is not in the inbox');
      ({ id } = delivery);
      let writes = 0;
      const write: typeof ports.write = async (change) => {
        if (++writes === n) throw new Error('killed');
        await ports.write(change);
      };
      await expect(processFile(delivery, { ...ports, write })).rejects.toThrow('killed');
    };
    const shown = async () => (await call('get-file', { path: { id } })).body.data;

    for (let run = 1; run <= 3; run++) await killedAt(1);
    expect(await shown()).toMatchObject({ state: 'processing', reasons: [] });
    await killedAt(1);
    expect((await shown()).reasons).toEqual([
      { code: 'interrupted', message: expect.stringMatching(/still in the inbox; do not send it again/) },
    ]);
    expect(await shown()).not.toHaveProperty('lost');
    const { body } = await call('list-files', { query: { state: 'processing' } });
    expect(body.data).toMatchObject([{ id, reasons: [{ code: 'interrupted' }] }]);
    await killedAt(2);
    expect(await shown()).toMatchObject({ state: 'processing', reasons: [] });
    expect(await stores.process(key)).toMatchObject({ state: 'applied', counts: { claims: 120 } });
    expect((await shown()).reasons).toEqual([]);
  });

  test.each([
    ['verification', 'start-verification', 'get-verification'],
    ['export', 'export-audit-log', 'get-export'],
  ])(
    'the queued %s fails with a reason after three runs without an answer, and can be started again',
    async (_, start, get) => {
      const { handler } = await import('../../../functions/claims/work/carry-on-audit-run.ts');
      const roles = ['admin'] as const;
      const begin = async () => (await call(start, { roles, body: {} })).body.data.id as string;
      const shown = async (id: string) => (await call(get, { roles, path: { id } })).body.data;
      const deliver = (run_id: string) =>
        handler({ kind: 'audit-run', run_id }, { getRemainingTimeInMillis: () => 0 } as Context);

      const id = await begin();
      for (let run = 1; run <= 3; run++) await takeRun(stores.claims, id);
      expect(await shown(id)).toMatchObject({ state: 'running', finished_at: null });
      expect(await begin()).toBe(id);
      await deliver(id);
      const failed = { state: 'failed', reason: 'interrupted', progress: 0, finished_at: expect.any(String) };
      expect(await shown(id)).toMatchObject(failed);
      expect(await shown(id)).not.toHaveProperty('lost');
      expect(await takeRun(stores.claims, id)).toBeUndefined();
      expect(await begin()).not.toBe(id);
    },
  );

  test('an answer of a verification ends the count', async () => {
    const { handler } = await import('../../../functions/claims/work/carry-on-audit-run.ts');
    const { id } = (await call('start-verification', { roles: ['admin'], query: { from: '1' } })).body.data;
    for (let run = 1; run <= 2; run++) await takeRun(stores.claims, id);
    await handler({ kind: 'audit-run', run_id: id }, { getRemainingTimeInMillis: () => 0 } as Context);
    expect(await takeRun(stores.claims, id)).toMatchObject({ state: 'running', lost: 1 });
  });
});

describe('following windows', () => {
  let stores: LocalStores;

  beforeAll(async () => {
    stores = await startLocalStores({ migrated: true });
  });
  afterAll(() => stores.stop());

  test('a run over a file prepares three windows and announces those that follow, down to none', async () => {
    const key = 'inbox/following.837';
    const claims = Array.from({ length: 120 }, (_, n) => ({ pcn: `FOLLOWING-${n}` }));
    await stores.put(key, claimFileText({ number: 1, claims }));
    const append = jest.spyOn(stores.audit, 'append');
    await ingestObjects(
      [{ key }],
      ingestPorts(stores, () => false),
      {
        onFile: () => {},
        onInterruption: (_, failure) => {
          throw failure;
        },
      },
    );
    const windows = append.mock.calls.filter(([[entry]]) => entry?.event_type === 'claim.received');
    const following = windows.map(([, , options]) => options?.following);
    expect(windows.length).toBeGreaterThan(4);
    expect(following[0]).toBeGreaterThanOrEqual(2);
    expect(following.slice(-3)).toEqual([2, 1, 0]);
    for (const each of following) expect(each).toBeLessThan(6);
  });
});

describe('inbox age', () => {
  let stores: LocalStores;
  beforeAll(async () => {
    stores = await startLocalStores();
  });
  afterAll(() => stores.stop());

  const later = (seconds: number) => new Date(Date.now() + seconds * 1000);

  test('reports age 0 for an empty inbox', async () => {
    await putObject(stores.bucket, 'archive/2026/11/21/old.x12', Buffer.from('ISA'), 'text/plain');
    expect(await inboxAge(stores.bucket, later(7200))).toBe(0);
  });

  test('ignores a folder object that a console created', async () => {
    await putObject(stores.bucket, 'inbox/', Buffer.from(''), 'application/x-directory');
    await putObject(stores.bucket, 'inbox/clinic-1/', Buffer.from(''), 'application/x-directory');
    expect(await inboxAge(stores.bucket, later(7200))).toBe(0);
    expect(await stores.process('inbox/clinic-1/')).toBeUndefined();
  });

  test('counts an object with content under a key that ends with a slash', async () => {
    await stores.put('inbox/clinic-2/', 'Dear payer');
    expect(await stores.process('inbox/clinic-2/')).toMatchObject({ name: 'clinic-2', state: 'quarantined' });
    expect(await inboxAge(stores.bucket, later(7200))).toBe(0);
  });

  test('reports the age of the oldest file', async () => {
    await putObject(stores.bucket, 'inbox/first.x12', Buffer.from('ISA'), 'text/plain');
    const age = await inboxAge(stores.bucket, later(7200));
    expect(age).toBeGreaterThan(7100);
    await putObject(stores.bucket, 'inbox/second.x12', Buffer.from('ISA'), 'text/plain');
    expect(await inboxAge(stores.bucket, later(7200))).toBeGreaterThanOrEqual(age - 1);
    expect(await inboxAge(stores.bucket, later(-7200))).toBe(0);
  });
});
