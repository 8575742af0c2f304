import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ChainAppender } from '#audit/append/appender.ts';
import { genesisHash } from '#audit/entries/entry.ts';
import { ndjsonLines } from '#audit/export/export-lines.ts';
import { verifyExport } from '#audit/export/verify-export.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { openTable, type Table } from '#store/dynamodb/table.ts';
import { asyncValues } from '../../audit/export/exported-chain.ts';
import { sized } from '../../soak.ts';
import { appendAll } from '../../store/audit/audit-table.ts';
import { type ApiResponse, call, get, post } from '../stack/api-client.ts';
import { type LocalProcess, newFolder, removeFolder, startLocalProcess } from '../stack/local-process.ts';
import { headVariants, tamperWith, verdictOfCommand } from './tampering.ts';

/** Starts a stack for the tests of a file, which tamper with its audit log, and appends entries to the log. */
function auditStack(appended: number) {
  const folder = newFolder();
  let local: LocalProcess;
  let table: Table;
  const caller = (role: 'auditor' | 'admin') => ({
    key: local.stack.claimsApiKeys[role],
    baseUrl: local.stack.baseUrl,
  });
  beforeAll(async () => {
    local = await startLocalProcess({ dataFolder: folder });
    const { endpoints, tables } = local.stack;
    process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoints.dynamodb;
    process.env['AWS_ENDPOINT_URL_S3'] = endpoints.s3;
    process.env['AWS_REGION'] ??= 'us-east-1';
    process.env['AWS_ACCESS_KEY_ID'] ??= 'local';
    process.env['AWS_SECRET_ACCESS_KEY'] ??= 'local';
    table = openTable(tables['audit'] ?? '');
    const appender = new ChainAppender(chainStore(table, table, 'main'));
    await appendAll(
      appender,
      Array.from({ length: appended }, (_, n) => ({
        entries: [
          {
            event_type: n % 2 ? 'claim.rejected' : 'claim.payer_rejected',
            entity_type: 'claim',
            entity_id: `claim-${n % 10}`,
            actor: n < 100 ? 'early' : 'late',
            payload: { n },
          },
        ],
        actions: [],
      })),
    );
  }, 600_000);
  afterAll(async () => {
    await local?.stop();
    removeFolder(folder);
  });
  return {
    auditor: () => caller('auditor'),
    admin: () => caller('admin'),
    table: () => table,
    stack: () => local.stack,
    /** Polls a run until it has ended. */
    ended: async (started: ApiResponse): Promise<ApiResponse> => {
      expect(started.status).toBe(202);
      const location = started.headers.get('location') ?? '';
      for (;;) {
        const response = await get(location, caller('auditor'));
        if (response.body.data?.state !== 'running') return response;
        await delay(100);
      }
    },
  };
}

/** Number of entries that the test appends. */
const appended = sized('entries of an audit log that is verified over HTTP', {
  short: 1200,
  soak: 60_000,
  variable: 'GRANARY_AUDIT_ENTRIES',
});

const { auditor, admin, table, stack, ended } = auditStack(appended);

const log = '/api/admin/audit-log';

describe('the list', () => {
  test('is newest first, with exactly the fields of the spec', async () => {
    const { status, body } = await get(`${log}?limit=1`, auditor());
    expect(status).toBe(200);
    expect(Object.keys(body.data[0]).sort()).toEqual([
      'actor',
      'created_at',
      'entity_id',
      'entity_type',
      'event_type',
      'hash',
      'id',
      'payload_json',
      'prev_hash',
    ]);
    expect(body.data[0].payload_json).toBe(`{"n":${appended - 1}}`);
    expect(body.pagination.has_more).toBe(true);
  });

  test('has 50 entries by default, 200 at most, and all of them by cursor', async () => {
    expect((await get(log, auditor())).body.data).toHaveLength(50);
    const ids: number[] = [];
    let cursor = '';
    do {
      const { body } = await get(`${log}?limit=200${cursor && `&cursor=${cursor}`}`, auditor());
      ids.push(...body.data.map(({ id }: { id: number }) => id));
      cursor = body.pagination.next_cursor ?? '';
    } while (cursor);
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, n) => ids.length - n));
    expect(ids.length).toBeGreaterThan(appended);
  });

  test('combines its filters with and', async () => {
    const query = 'entity_type=claim&entity_id=claim-3&event_type=claim.rejected&actor=early&limit=200';
    const { body } = await get(`${log}?${query}`, auditor());
    expect(body.data.map((entry: { payload_json: string }) => JSON.parse(entry.payload_json).n)).toEqual([
      93, 83, 73, 63, 53, 43, 33, 23, 13, 3,
    ]);
  });

  test('includes both ends of a time range', async () => {
    const { body } = await get(`${log}?limit=200`, auditor());
    const { created_at } = body.data[100];
    const same = await get(`${log}?from=${created_at}&to=${created_at}&limit=200`, auditor());
    expect(same.body.data.length).toBeGreaterThan(0);
    for (const entry of same.body.data) expect(entry.created_at).toBe(created_at);
    expect((await get(`${log}?to=2020-01-01T00:00:00Z`, auditor())).body.data).toEqual([]);
    expect((await get(`${log}?from=2999-01-01T00:00:00Z`, auditor())).body.data).toEqual([]);
  });

  test.each([
    ['limit=0', 'validation_failed'],
    ['limit=201', 'validation_failed'],
    ['from=yesterday', 'validation_failed'],
    ['actor=', 'validation_failed'],
    ['entity=claim-3', 'validation_failed'],
    ['cursor=x', 'invalid_cursor'],
  ])('refuses ?%s', async (query, code) => {
    const { status, body } = await get(`${log}?${query}`, auditor());
    expect([status, body.code]).toEqual([400, code]);
  });
});

describe('verification', () => {
  test('has ok, first_bad_id and reason at the top, and its range under data', async () => {
    const { status, body } = await get(`${log}/verify`, auditor());
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, first_bad_id: null, reason: null, complete: true });
    const { sequence } = body.data.head;
    expect(body.data).toMatchObject({ ok: true, complete: true, from: 1, to: sequence, checked: sequence });
  });

  test('covers a part on request', async () => {
    const { body } = await get(`${log}/verify?from=100&to=299`, auditor());
    expect(body.data).toMatchObject({ ok: true, from: 100, to: 299, checked: 200 });
  });

  test('of the whole log runs in the background and is polled', async () => {
    const started = await post(`${log}/verify`, undefined, admin());
    expect(started.body.data).toMatchObject({ state: 'running', from: 1, result: null });
    const { body } = await ended(started);
    expect(body.data).toMatchObject({ state: 'done', result: { ok: true, from: 1, complete: true } });
    expect(body.data.progress).toBe(body.data.result.checked);
  });

  test.each(['full=true', 'from=0', 'from=x', 'to=-1', 'other=1'])('refuses ?%s', async (query) => {
    expect((await get(`${log}/verify?${query}`, auditor())).status).toBe(400);
  });

  test.each([
    ['from=20&to=10', 'Must not be greater than to'],
    ['from=1000000', /^The last entry of the log is \d+$/],
  ])('refuses ?%s, also in the background', async (query, message) => {
    for (const { status, body } of [
      await get(`${log}/verify?${query}`, auditor()),
      await post(`${log}/verify?${query}`, undefined, admin()),
      await post(`${log}/export?${query}`, undefined, admin()),
    ]) {
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.details).toEqual([
        { path: ['query', 'from'], message: expect.stringMatching(message), code: expect.any(String) },
      ]);
    }
  });

  test('is not started by an auditor, nor are exports and checkpoints', async () => {
    for (const path of ['verify', 'export', 'checkpoints']) {
      const { status, body } = await post(`${log}/${path}`, undefined, auditor());
      expect([status, body.code]).toEqual([403, 'forbidden']);
    }
  });

  test.each([`${log}/verify/${randomUUID()}`, `${log}/export/${randomUUID()}`])(
    'is 404 at %s',
    async (path) => {
      const { status, body } = await get(path, auditor());
      expect([status, body.code]).toEqual([404, 'not_found']);
    },
  );

  test('is not found under the path of an export', async () => {
    const started = await post(`${log}/export?from=1&to=2`, undefined, admin());
    const { id } = started.body.data;
    expect((await get(`${log}/verify/${id}`, auditor())).status).toBe(404);
    await ended(started);
  });
});

describe('checkpoints', () => {
  test('are signed on demand, once per head, and match the chain', async () => {
    const signed = await post(`${log}/checkpoints`, undefined, admin());
    expect([200, 201]).toContain(signed.status);
    const again = await post(`${log}/checkpoints`, undefined, admin());
    expect(again.status).toBe(200);
    expect(again.body.data).toEqual(signed.body.data);
    const { body } = await get(`${log}/verify`, auditor());
    expect(body.data).toMatchObject({ ok: true, checkpoints: 1 });
    expect(signed.body.data).toMatchObject({ sequence: body.data.head.sequence, hash: body.data.head.hash });
    const key = await get(`${log}/public-key`, auditor());
    expect(key.body.data).toMatchObject({ key_id: signed.body.data.key_id, algorithm: 'ECDSA_SHA_256' });
  });

  test('are listed oldest first, page by page', async () => {
    await post('/api/admin/api-keys', { name: 'One more entry', role: 'biller' }, admin());
    await post(`${log}/checkpoints`, undefined, admin());
    const first = await get(`${log}/checkpoints?limit=1`, auditor());
    expect(first.body.data).toHaveLength(1);
    const second = await get(
      `${log}/checkpoints?limit=1&cursor=${first.body.pagination.next_cursor}`,
      auditor(),
    );
    expect(second.body.data[0].sequence).toBeGreaterThan(first.body.data[0].sequence);
    expect(second.body.pagination).toEqual({ next_cursor: null, has_more: false });
  });
});

describe('an export', () => {
  const files = mkdtempSync(join(tmpdir(), 'granary-export-'));
  afterAll(() => rmSync(files, { recursive: true }));

  test('is downloaded by its link without a credential, and verifies offline', async () => {
    const { body } = await ended(await post(`${log}/export`, undefined, admin()));
    expect(body.data).toMatchObject({ state: 'done', from: 1 });
    const response = await fetch(body.data.url);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(body.data).toMatchObject({ bytes: Buffer.byteLength(text), entries: body.data.to });
    const { body: key } = await get(`${log}/public-key`, auditor());
    const verified = await verifyExport(ndjsonLines(asyncValues([text])), { publicKey: key.data.public_key });
    expect(verified).toMatchObject({ ok: true, checked: body.data.entries, checkpoints: 2 });
    writeFileSync(join(files, 'export.ndjson'), text);
    expect(text.split('\n')[3]).toContain(genesisHash);
  });

  test('is available to an auditor, who did not start it', async () => {
    const { body } = await get(`${log}/export`, auditor());
    const [newest] = body.data.filter(({ from }: { from: number }) => from === 1);
    const { body: shown } = await get(`${log}/export/${newest.id}`, auditor());
    expect(shown.data).toMatchObject({ state: 'done', url: expect.any(String) });
  });

  test('has only a part on request', async () => {
    const { body } = await ended(await post(`${log}/export?from=11&to=20`, undefined, admin()));
    expect(body.data).toMatchObject({ entries: 10, from: 11, to: 20 });
  });
});

describe('verification over HTTP finds', () => {
  const verify = async (query = '') => (await get(`${log}/verify${query}`, auditor())).body;

  test('an altered field, in the response and in the background', async () => {
    const undo = await tamperWith(table(), 600, (item) => ({ ...item, actor: 'nobody' }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: 600, reason: 'altered_field' });
    const { body } = await ended(await post(`${log}/verify`, undefined, admin()));
    const altered = { ok: false, first_bad_id: 600, reason: 'altered_field', checked: 599 };
    expect(body.data.result).toMatchObject(altered);
    await undo();
    expect(await verify()).toMatchObject({ ok: true });
  });

  test('an unknown attribute, also from the export alone', async () => {
    const undo = await tamperWith(table(), 600, (item) => ({ ...item, note: 'forged' }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: 600, reason: 'unknown_attribute' });
    const { body } = await ended(await post(`${log}/export`, undefined, admin()));
    const text = await (await fetch(body.data.url)).text();
    const result = await verifyExport(ndjsonLines(asyncValues([text])));
    expect(result).toMatchObject({ ok: false, first_bad_id: 600, reason: 'unknown_attribute' });
    await undo();
  });

  test('a damaged end, which is not signed', async () => {
    const { head } = (await verify()).data;
    const undo = await tamperWith(table(), head.sequence, (item) => ({ ...item, hash: 'f'.repeat(64) }));
    const { status, body } = await post(`${log}/checkpoints`, undefined, admin());
    expect([status, body.code]).toEqual([409, 'audit_log_damaged']);
    await undo();
  });

  test('a truncated end with a moved head behind a checkpoint', async () => {
    const { head } = (await verify()).data;
    const cut = await tamperWith(table(), head.sequence, () => undefined);
    const { body } = await get(`${log}?limit=2`, auditor());
    expect(body.data[0].id).toBe(head.sequence - 1);
    const { hash, created_at, id } = body.data[0];
    const moved = await tamperWith(table(), 'HEAD', (item) => ({ ...item, sequence: id, hash, created_at }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: head.sequence, reason: 'truncated_end' });
    const exported = await ended(await post(`${log}/export`, undefined, admin()));
    const text = await (await fetch(exported.body.data.url)).text();
    const result = await verifyExport(ndjsonLines(asyncValues([text])));
    expect(result).toMatchObject({ ok: false, first_bad_id: head.sequence, reason: 'truncated_end' });
    await moved();
    await cut();
    expect(await verify()).toMatchObject({ ok: true });
  });

  test.each(headVariants)(
    'a head that is %s, alike in the response, in the background and by the command line',
    async (_, variant) => {
      const { row, change, first_bad_id } = variant((await get(`${log}?limit=3`, auditor())).body.data);
      const undo = await tamperWith(table(), row, change);
      const exported = await ended(await post(`${log}/export`, undefined, admin()));
      expect(exported.body.data.state).toBe('done');
      const refused = await post('/api/admin/api-keys', { name: 'Refused', role: 'biller' }, admin());
      expect([refused.status, refused.body.code]).toEqual([500, 'internal']);
      const verdicts = [
        (await verify()).data,
        (await ended(await post(`${log}/verify`, undefined, admin()))).body.data.result,
        await verdictOfCommand(exported.body.data.url),
      ];
      await undo();
      const { detail } = verdicts[0];
      const expected = {
        ok: false,
        first_bad_id,
        reason: 'head_disagrees',
        detail,
        checked: first_bad_id - 1,
      };
      for (const verdict of verdicts) expect(verdict).toMatchObject(expected);
      expect(verdicts.at(-1).status).toBe(1);
      expect(await verify()).toMatchObject({ ok: true });
    },
  );

  test('an entry that was altered before a new checkpoint was signed', async () => {
    // The next checkpoint verifies only the entries after this one.
    await post(`${log}/checkpoints`, undefined, admin());
    const undo = await tamperWith(table(), 100, (item) => ({ ...item, actor: 'nobody' }));
    await post('/api/admin/api-keys', { name: 'An entry to sign', role: 'biller' }, admin());
    expect((await post(`${log}/checkpoints`, undefined, admin())).status).toBe(201);
    const found = await verify();
    expect(found).toMatchObject({ ok: false, first_bad_id: 100, reason: 'altered_field', complete: true });
    expect(found.data.head.sequence).toBeGreaterThan(appended);
    await undo();
    expect(await verify()).toMatchObject({ ok: true, complete: true });
  });

  test('a forged checkpoint, and counts the first version of a replaced or hidden one', async () => {
    const { endpoints, buckets } = stack();
    const client = new S3Client({ endpoint: endpoints.s3, forcePathStyle: true });
    const Bucket = buckets['checkpoint'] ?? '';
    const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
    const Key = Versions[0]?.Key ?? '';
    await client.send(new PutObjectCommand({ Bucket, Key, Body: '{}', ChecksumAlgorithm: 'SHA256' }));
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
    expect(await verify()).toMatchObject({ ok: true, data: { checkpoints: 3 } });
    const forged = { Bucket, Key: Key.replace(/\d{16}/, '0000000000000005'), Body: '{}' };
    await client.send(new PutObjectCommand({ ...forged, ChecksumAlgorithm: 'SHA256' }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: 5, reason: 'checkpoint_disagrees' });
  });
});

test('responses of the log are not cached', async () => {
  const { headers } = await call('GET', log, auditor());
  expect(headers.get('cache-control')).toBe('no-store');
});
