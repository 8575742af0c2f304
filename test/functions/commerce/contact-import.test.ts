import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type LocalWorkQueue, startWorkQueue } from '../../claims/work-queue.ts';
import { type CommerceService, startCommerceService } from '../commerce-service.ts';
import { invoke } from '../invoke.ts';
import { contactCalls, leased, workRun } from './contact-calls.ts';

let service: CommerceService;
let queue: LocalWorkQueue;
let calls: Awaited<ReturnType<typeof contactCalls>>;
const folder = mkdtempSync(path.join(tmpdir(), 'granary-import-'));
const clockFile = path.join(folder, 'clock');
beforeAll(async () => {
  queue = await startWorkQueue();
  Object.assign(process.env, queue.environment, { LOCAL_CLOCK_FILE: clockFile });
  service = await startCommerceService();
  calls = await contactCalls();
});
afterAll(async () => {
  await service.stop();
  await queue.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Swallows a request to the table, as the end of a process does. Resolves when it has. */
function killAt(place: number): Promise<void> {
  const { client } = service.table;
  const { promise, resolve } = Promise.withResolvers<void>();
  let requests = 0;
  client.middlewareStack.add(
    (next) => (request) => {
      if (++requests !== place) return next(request);
      client.middlewareStack.remove('kill');
      resolve();
      return new Promise<never>(() => {});
    },
    { step: 'initialize', name: 'kill', override: true },
  );
  return promise;
}

describe('an import', () => {
  const lines = 25;
  const csv = [
    'name,email,tags,email_consent',
    ...Array.from({ length: lines }, (_, n) => `P${n},import${n}@example.com,imported,granted`),
    'P0 again,IMPORT0@example.com,second,',
    'faulty,nobody@,,',
  ].join('\n');
  const start = async (fields: object) => {
    const { status, headers, body } = await invoke('create-contact-import', {
      caller: calls.caller,
      body: { brand_id: calls.brand_id, csv, ...fields },
    });
    expect([status, headers['Location']]).toEqual([202, `/api/v1/contact-imports/${body.data.id}`]);
    return body.data.id as string;
  };
  /** Runs that are ended after some rows, until the import is finished. */
  const finish = async (import_id: string, rowsPerRun = 7) => {
    const { doWorkHandlers } = await import('../../../functions/commerce/work/do-work.ts');
    for (let runs = 1; ; runs++) {
      let rows = 0;
      const work = leased('import-contacts', import_id, { brand_id: calls.brand_id, import_id });
      const outcome = await doWorkHandlers['import-contacts'](
        work,
        workRun(() => rows++ === rowsPerRun),
      );
      if (outcome === 'done') return runs;
    }
  };
  const report = async (id: string) => (await invoke('get-contact-import', calls.byId(id))).body.data;

  test('counts every row once over many runs, and reports faulty lines', async () => {
    const dry = await start({ dry_run: true });
    await finish(dry);
    expect(await report(dry)).toMatchObject({ status: 'finished', created: lines + 1, failed: 1 });
    expect(await calls.search({ tag: 'imported' })).toEqual([]);
    const real = await start({});
    expect(await finish(real)).toBeGreaterThan(3);
    expect(await report(real)).toMatchObject({ created: lines, updated: 1, unchanged: 0, failed: 1 });
    expect((await report(real)).faults).toEqual([{ line: 28, column: 'email', message: expect.any(String) }]);
    expect(await calls.search({ tag: 'imported' })).toHaveLength(lines);
    const [again] = await calls.search({ email: 'import0@' });
    expect(again).toMatchObject({ name: 'P0', tags: ['imported', 'second'] });
    expect(again.consents.email).toMatchObject({ status: 'granted', source: 'import' });
    const repeated = await start({});
    await finish(repeated);
    expect(await report(repeated)).toMatchObject({ created: 0, updated: 0, unchanged: lines + 1, failed: 1 });
  });

  test('whose run is killed at any request is finished within a minute', async () => {
    const { handler } = await import('../../../functions/commerce/work/do-work.ts');
    const invocation = { getRemainingTimeInMillis: () => 300_000 };
    let moved = 0;
    while (queue.take() !== undefined);
    for (const place of [1, 2, 3, 8, 40, 81]) {
      const id = await start({});
      const taken = queue.take();
      if (taken === undefined) throw new Error('The worker was not woken');
      const killed = killAt(place);
      await Promise.race([killed, handler(taken.event, invocation)]);
      // SQS delivers the message of a killed run again after this time.
      const wait = queue.visibleAt(taken.message.id) - Date.now();
      expect(wait).toBeLessThanOrEqual(45_000);
      moved += wait;
      writeFileSync(clockFile, String(moved));
      await handler(taken.event, invocation);
      const { status, created, updated, unchanged, failed } = await report(id);
      expect([place, status, created + updated + unchanged + failed]).toEqual([place, 'finished', lines + 2]);
    }
  });

  test('lists unknown columns, and a file without known ones is 400', async () => {
    const { brand_id, caller } = calls;
    const importOf = (csv: string) => invoke('create-contact-import', { caller, body: { brand_id, csv } });
    const { status, body } = await importOf('name;Shoe size\nAda;9');
    expect([status, body.data.ignored_columns, body.data.rows]).toEqual([202, ['shoe_size'], 1]);
    const refused = await importOf('shoe\n9');
    expect([refused.status, refused.body.details[0].path]).toEqual([400, ['body', 'csv']]);
  });
});
