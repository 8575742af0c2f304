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
import { type ApiResponse, call, get, post } from '../stack/api-client.ts';
import { type LocalProcess, newFolder, removeFolder, startLocalProcess } from '../stack/local-process.ts';
import { tamperWith } from './tampering.ts';

/** Entries that the test appends, beside those of the seed. */
const appended = sized('entries of an audit log that is verified over HTTP', {
  short: 1200,
  soak: 60_000,
  variable: 'GRANARY_AUDIT_ENTRIES',
});

/** A stack of its own: what is done to the chain here must not reach other tests. */
const folder = newFolder();
let local: LocalProcess;
let table: Table;
let options: { key: string; baseUrl: string };
let admin: { key: string; baseUrl: string };
beforeAll(async () => {
  local = await startLocalProcess({ dataFolder: folder });
  const { stack } = local;
  options = { key: stack.claimsApiKeys.auditor, baseUrl: stack.baseUrl };
  admin = { ...options, key: stack.claimsApiKeys.admin };
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = stack.endpoints.dynamodb;
  process.env['AWS_ENDPOINT_URL_S3'] = stack.endpoints.s3;
  process.env['AWS_REGION'] ??= 'us-east-1';
  process.env['AWS_ACCESS_KEY_ID'] ??= 'local';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'local';
  table = openTable(stack.tables['audit'] ?? '');
  const appender = new ChainAppender(chainStore(table, table, 'main'));
  await appender.appendAll(
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

const log = '/api/admin/audit-log';

/** Polls a run until it has ended. */
async function ended(started: ApiResponse): Promise<ApiResponse> {
  expect(started.status).toBe(202);
  const location = started.headers.get('location') ?? '';
  for (;;) {
    const answer = await get(location, options);
    if (answer.body.data?.state !== 'running') return answer;
    await delay(100);
  }
}

describe('the list', () => {
  test('newest first, with exactly the fields of the spec', async () => {
    const { status, body } = await get(`${log}?limit=1`, options);
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

  test('50 by default, at most 200, and the cursor leads through all of it', async () => {
    expect((await get(log, options)).body.data).toHaveLength(50);
    const ids: number[] = [];
    let cursor = '';
    do {
      const { body } = await get(`${log}?limit=200${cursor && `&cursor=${cursor}`}`, options);
      ids.push(...body.data.map(({ id }: { id: number }) => id));
      cursor = body.pagination.next_cursor ?? '';
    } while (cursor);
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, n) => ids.length - n));
    expect(ids.length).toBeGreaterThan(appended);
  });

  test('filters are joined by and', async () => {
    const query = 'entity_type=claim&entity_id=claim-3&event_type=claim.rejected&actor=early&limit=200';
    const { body } = await get(`${log}?${query}`, options);
    expect(body.data.map((entry: { payload_json: string }) => JSON.parse(entry.payload_json).n)).toEqual([
      93, 83, 73, 63, 53, 43, 33, 23, 13, 3,
    ]);
  });

  test('times are bounds, both included', async () => {
    const { body } = await get(`${log}?limit=200`, options);
    const { created_at } = body.data[100];
    const same = await get(`${log}?from=${created_at}&to=${created_at}&limit=200`, options);
    expect(same.body.data.length).toBeGreaterThan(0);
    for (const entry of same.body.data) expect(entry.created_at).toBe(created_at);
    expect((await get(`${log}?to=2020-01-01T00:00:00Z`, options)).body.data).toEqual([]);
    expect((await get(`${log}?from=2999-01-01T00:00:00Z`, options)).body.data).toEqual([]);
  });

  test.each([
    ['limit=0', 'validation_failed'],
    ['limit=201', 'validation_failed'],
    ['from=yesterday', 'validation_failed'],
    ['actor=', 'validation_failed'],
    ['entity=claim-3', 'validation_failed'],
    ['cursor=x', 'invalid_cursor'],
  ])('?%s is refused', async (query, code) => {
    const { status, body } = await get(`${log}?${query}`, options);
    expect([status, body.code]).toEqual([400, code]);
  });
});

describe('verification', () => {
  test('names ok, first_bad_id and reason at the top, and what was covered under data', async () => {
    const { status, body } = await get(`${log}/verify`, options);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, first_bad_id: null, reason: null, complete: true });
    const { sequence } = body.data.head;
    expect(body.data).toMatchObject({ ok: true, complete: true, from: 1, to: sequence, checked: sequence });
  });

  test('of a part covers that part', async () => {
    const { body } = await get(`${log}/verify?from=100&to=299`, options);
    expect(body.data).toMatchObject({ ok: true, from: 100, to: 299, checked: 200 });
  });

  test('of everything runs in the background and is polled', async () => {
    const started = await post(`${log}/verify`, undefined, admin);
    expect(started.body.data).toMatchObject({ state: 'running', from: 1, result: null });
    const { body } = await ended(started);
    expect(body.data).toMatchObject({ state: 'done', result: { ok: true, from: 1, complete: true } });
    expect(body.data.progress).toBe(body.data.result.checked);
  });

  test.each(['full=true', 'from=0', 'from=x', 'to=-1', 'other=1'])('?%s is refused', async (query) => {
    expect((await get(`${log}/verify?${query}`, options)).status).toBe(400);
  });

  test.each([
    ['from=20&to=10', 'Must not be greater than to'],
    ['from=1000000', /^The last entry of the log is \d+$/],
  ])('?%s is refused, also for work in the background', async (query, message) => {
    for (const { status, body } of [
      await get(`${log}/verify?${query}`, options),
      await post(`${log}/verify?${query}`, undefined, admin),
      await post(`${log}/export?${query}`, undefined, admin),
    ]) {
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.details).toEqual([
        { path: ['query', 'from'], message: expect.stringMatching(message), code: expect.any(String) },
      ]);
    }
  });

  test('an auditor starts nothing', async () => {
    for (const path of ['verify', 'export', 'checkpoints']) {
      const { status, body } = await post(`${log}/${path}`, undefined, options);
      expect([status, body.code]).toEqual([403, 'forbidden']);
    }
  });

  test.each([`${log}/verify/${randomUUID()}`, `${log}/export/${randomUUID()}`])(
    '%s is not there',
    async (path) => {
      const { status, body } = await get(path, options);
      expect([status, body.code]).toEqual([404, 'not_found']);
    },
  );

  test('a run is found under its own kind only', async () => {
    const started = await post(`${log}/export?from=1&to=2`, undefined, admin);
    const { id } = started.body.data;
    expect((await get(`${log}/verify/${id}`, options)).status).toBe(404);
    await ended(started);
  });
});

describe('checkpoints', () => {
  test('are signed on demand, once for each head, and agree with the chain', async () => {
    const signed = await post(`${log}/checkpoints`, undefined, admin);
    expect([200, 201]).toContain(signed.status);
    const again = await post(`${log}/checkpoints`, undefined, admin);
    expect(again.status).toBe(200);
    expect(again.body.data).toEqual(signed.body.data);
    const { body } = await get(`${log}/verify`, options);
    expect(body.data).toMatchObject({ ok: true, checkpoints: 1 });
    expect(signed.body.data).toMatchObject({ sequence: body.data.head.sequence, hash: body.data.head.hash });
    const key = await get(`${log}/public-key`, options);
    expect(key.body.data).toMatchObject({ key_id: signed.body.data.key_id, algorithm: 'ECDSA_SHA_256' });
  });

  test('are listed oldest first, page by page', async () => {
    await post('/api/admin/api-keys', { name: 'One more entry', role: 'biller' }, admin);
    await post(`${log}/checkpoints`, undefined, admin);
    const first = await get(`${log}/checkpoints?limit=1`, options);
    expect(first.body.data).toHaveLength(1);
    const second = await get(
      `${log}/checkpoints?limit=1&cursor=${first.body.pagination.next_cursor}`,
      options,
    );
    expect(second.body.data[0].sequence).toBeGreaterThan(first.body.data[0].sequence);
    expect(second.body.pagination).toEqual({ next_cursor: null, has_more: false });
  });
});

describe('an export', () => {
  const files = mkdtempSync(join(tmpdir(), 'granary-export-'));
  afterAll(() => rmSync(files, { recursive: true }));

  test('is fetched by its link, without a credential, and verifies offline', async () => {
    const { body } = await ended(await post(`${log}/export`, undefined, admin));
    expect(body.data).toMatchObject({ state: 'done', from: 1 });
    const response = await fetch(body.data.url);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(body.data).toMatchObject({ bytes: Buffer.byteLength(text), entries: body.data.to });
    const { body: key } = await get(`${log}/public-key`, options);
    const verified = await verifyExport(ndjsonLines(asyncValues([text])), { publicKey: key.data.public_key });
    expect(verified).toMatchObject({ ok: true, checked: body.data.entries, checkpoints: 2 });
    writeFileSync(join(files, 'export.ndjson'), text);
    expect(text.split('\n')[3]).toContain(genesisHash);
  });

  test('is found by an auditor, who did not start it', async () => {
    const { body } = await get(`${log}/export`, options);
    const [newest] = body.data.filter(({ from }: { from: number }) => from === 1);
    const { body: shown } = await get(`${log}/export/${newest.id}`, options);
    expect(shown.data).toMatchObject({ state: 'done', url: expect.any(String) });
  });

  test('of a part holds that part', async () => {
    const { body } = await ended(await post(`${log}/export?from=11&to=20`, undefined, admin));
    expect(body.data).toMatchObject({ entries: 10, from: 11, to: 20 });
  });
});

describe('tampering in the table is found over HTTP', () => {
  const verify = async (query = '') => (await get(`${log}/verify${query}`, options)).body;

  test('an altered field, in the answer and in the background', async () => {
    const undo = await tamperWith(table, 600, (item) => ({ ...item, actor: 'nobody' }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: 600, reason: 'altered_field' });
    const { body } = await ended(await post(`${log}/verify`, undefined, admin));
    expect(body.data.result).toMatchObject({
      ok: false,
      first_bad_id: 600,
      reason: 'altered_field',
      checked: 599,
    });
    await undo();
    expect(await verify()).toMatchObject({ ok: true });
  });

  test('an attribute that no entry has, also by the export alone', async () => {
    const undo = await tamperWith(table, 600, (item) => ({ ...item, note: 'forged' }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: 600, reason: 'unknown_attribute' });
    const { body } = await ended(await post(`${log}/export`, undefined, admin));
    const text = await (await fetch(body.data.url)).text();
    const result = await verifyExport(ndjsonLines(asyncValues([text])));
    expect(result).toMatchObject({ ok: false, first_bad_id: 600, reason: 'unknown_attribute' });
    await undo();
  });

  test('a damaged end is not signed', async () => {
    const { head } = (await verify()).data;
    const undo = await tamperWith(table, head.sequence, (item) => ({ ...item, hash: 'f'.repeat(64) }));
    const { status, body } = await post(`${log}/checkpoints`, undefined, admin);
    expect([status, body.code]).toEqual([409, 'audit_log_damaged']);
    await undo();
  });

  test('the end cut off, together with the head, behind a checkpoint', async () => {
    const { head } = (await verify()).data;
    const cut = await tamperWith(table, head.sequence, () => undefined);
    const { body } = await get(`${log}?limit=2`, options);
    expect(body.data[0].id).toBe(head.sequence - 1);
    const { hash, created_at, id } = body.data[0];
    const moved = await tamperWith(table, 'HEAD', (item) => ({ ...item, sequence: id, hash, created_at }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: head.sequence, reason: 'truncated_end' });
    const exported = await ended(await post(`${log}/export`, undefined, admin));
    const text = await (await fetch(exported.body.data.url)).text();
    expect(await verifyExport(ndjsonLines(asyncValues([text])))).toMatchObject({
      ok: false,
      first_bad_id: head.sequence,
      reason: 'truncated_end',
    });
    await moved();
    await cut();
    expect(await verify()).toMatchObject({ ok: true });
  });

  test('entry 100 altered before a fresh checkpoint was signed', async () => {
    // The next checkpoint verifies only what is appended after this one.
    await post(`${log}/checkpoints`, undefined, admin);
    const undo = await tamperWith(table, 100, (item) => ({ ...item, actor: 'nobody' }));
    await post('/api/admin/api-keys', { name: 'An entry to sign', role: 'biller' }, admin);
    expect((await post(`${log}/checkpoints`, undefined, admin)).status).toBe(201);
    const found = await verify();
    expect(found).toMatchObject({ ok: false, first_bad_id: 100, reason: 'altered_field', complete: true });
    expect(found.data.head.sequence).toBeGreaterThan(appended);
    await undo();
    expect(await verify()).toMatchObject({ ok: true, complete: true });
  });

  test('a checkpoint that somebody replaces or hides: its first version counts', async () => {
    const { endpoints, buckets } = local.stack;
    const client = new S3Client({ endpoint: endpoints.s3, forcePathStyle: true });
    const Bucket = buckets['checkpoint'] ?? '';
    const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
    const Key = Versions[0]?.Key ?? '';
    await client.send(new PutObjectCommand({ Bucket, Key, Body: '{}', ChecksumAlgorithm: 'SHA256' }));
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
    expect(await verify()).toMatchObject({ ok: true, data: { checkpoints: 3 } });
    await client.send(
      new PutObjectCommand({
        Bucket,
        Key: Key.replace(/\d{16}/, '0000000000000005'),
        Body: '{}',
        ChecksumAlgorithm: 'SHA256',
      }),
    );
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: 5, reason: 'checkpoint_disagrees' });
  });
});

test('no answer of the log is cached anywhere', async () => {
  const { headers } = await call('GET', log, options);
  expect(headers.get('cache-control')).toBe('no-store');
});
