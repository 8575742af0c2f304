import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { openTable, type Table } from '#store/dynamodb/table.ts';
import { endpointNamed } from '../../claims/valid-requests.ts';
import { claimFile, newNumber } from '../../fixtures/claims/claim-input.ts';
import { personOf } from '../../fixtures/sensitive-values.ts';
import { tamperWith } from '../audit/tampering.ts';
import { until } from '../claims/claims-api.ts';
import { callValidly } from '../claims/claims-requests.ts';
import { get, post } from '../stack/api-client.ts';
import { claimsFunctions } from '../stack/local-functions.ts';
import { type LocalProcess, newFolder, removeFolder, startLocalProcess } from '../stack/local-process.ts';
import { leaksOf, logFiles } from '../stack/log-leaks.ts';

/** Its own stack, because the tests break it. */
const folder = newFolder();
let local: LocalProcess;
let options: { key: string; baseUrl: string };
let lambda: LambdaClient;
let tables: { claims: Table; audit: Table };
const sdk = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
beforeAll(async () => {
  local = await startLocalProcess({ dataFolder: folder });
  const { stack } = local;
  options = { key: stack.claimsApiKeys.admin, baseUrl: stack.baseUrl };
  lambda = new LambdaClient({ ...sdk, endpoint: stack.endpoints.other });
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = stack.endpoints.dynamodb;
  process.env['AWS_REGION'] ??= 'us-east-1';
  process.env['AWS_ACCESS_KEY_ID'] ??= 'local';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'local';
  tables = { claims: openTable(stack.tables['claims'] ?? ''), audit: openTable(stack.tables['audit'] ?? '') };
});
afterAll(async () => {
  await local?.stop();
  removeFolder(folder);
});

const person = personOf(8);
/** A file name with data of a person. */
const nameOf = (what: string) => `${person.lastName} ${person.firstName} ${person.birthDate} ${what}.x12`;

async function drop(key: string, bytes: string | Uint8Array): Promise<void> {
  const { endpoints, buckets } = local.stack;
  const path = key.split('/').map(encodeURIComponent).join('/');
  const url = `${endpoints.s3}/${buckets['x12']}/${path}`;
  expect((await fetch(url, { method: 'PUT', body: Buffer.from(bytes) })).status).toBe(200);
}

/** The id of the construct of an endpoint. */
const idOf = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase());

const files = async () => (await get('/api/files?limit=200', options)).body.data;

/** Returns the text of all logs of a function. */
const logOf = (name: string): string =>
  logFiles(folder)
    .filter((file) => file.includes(name))
    .map((file) => readFileSync(file, 'utf8'))
    .join('');

test('audit_log_empty: no checkpoint is signed for an empty log', async () => {
  const { Items = [] } = await tables.audit.client.send(
    new ScanCommand({ TableName: tables.audit.name, ConsistentRead: true }),
  );
  const undo: (() => Promise<void>)[] = [];
  for (const { sk, id } of Items)
    undo.push(await tamperWith(tables.audit, sk === 'HEAD' ? 'HEAD' : Number(id), () => undefined));
  const { status, body } = await post('/api/admin/audit-log/checkpoints', undefined, options);
  for (const back of undo) await back();
  expect([status, body.code]).toEqual([409, 'audit_log_empty']);
  expect((await get('/api/admin/audit-log/verify', options)).body.ok).toBe(true);
});

describe('no log has data of people from', () => {
  test('unreadable files', async () => {
    const whole = claimFile([{ number: newNumber(), person: 8 }]).toString();
    await drop(`inbox/${nameOf('cut')}`, whole.slice(0, whole.indexOf('DMG')));
    await drop(`inbox/${nameOf('count')}`, whole.replace(/\bSE\*\d+/, 'SE*1'));
    await drop(`inbox/${nameOf('words')}`, `${person.lastName} broke a leg: ${person.diagnosis}`);
    await drop(`inbox/${nameOf('good')}`, whole);
    const done = await until('four files', async () => {
      const all = await files();
      return all.length === 4 && all.every((file: { finished_at?: string }) => file.finished_at) && all;
    });
    expect(done.map(({ state }: { state: string }) => state).toSorted()).toEqual([
      'applied',
      'quarantined',
      'quarantined',
      'quarantined',
    ]);
  });

  test('invalid events of functions', async () => {
    const events = [
      { Records: [{ s3: { object: { key: `inbox/${nameOf('%')}` } } }] },
      { Records: person.lastName },
      { Records: [{ s3: { object: { key: encodeURIComponent(`staging/CO_TXIX/${nameOf('none')}`) } } }] },
      { run_id: { name: person.lastName } },
      person.firstName,
    ];
    // Functions of endpoints share the pipeline. test/functions/claims/leaks.test.ts calls each of them.
    const ofEndpoint = new RegExp(
      `Claims-(${claimsEndpoints.map(({ name }) => idOf(name)).join('|')})Function`,
    );
    const functions = claimsFunctions(folder).filter(
      (name) => !ofEndpoint.test(name) || name.includes('CreateClaim'),
    );
    expect(functions.length).toBeGreaterThan(10);
    let failed = 0;
    for (const FunctionName of functions) {
      for (const event of events) {
        const { FunctionError } = await lambda.send(
          new InvokeCommand({ FunctionName, Payload: Buffer.from(JSON.stringify(event)) }),
        );
        if (FunctionError !== undefined) failed += 1;
      }
    }
    expect(failed).toBeGreaterThan(0);
  });
});

describe('a failing store', () => {
  test('in the middle of a file gives an error without a reason', async () => {
    const claims = Array.from({ length: 3000 }, () => ({ number: newNumber() }));
    await drop(`inbox/${nameOf('large')}`, claimFile(claims));
    await until('progress', async () => {
      const found = (await files()).find(({ name }: { name: string }) => name === nameOf('large'));
      return found?.progress.percent > 0;
    });
    for (const { client, name } of Object.values(tables))
      await client.send(new DeleteTableCommand({ TableName: name }));
    // test/functions/claims/documented-errors.test.ts has every endpoint.
    for (const name of ['list-lanes', 'create-claim', 'list-audit-log']) {
      const { status, body } = await callValidly(endpointNamed(name), options);
      // 503 comes from API Gateway when the authorizer no longer remembers the key.
      const expected = status === 503 ? [503, 'unavailable'] : [500, 'internal'];
      expect([name, status, body.code]).toEqual([name, ...expected]);
    }
    // A fast machine may have read the large file by now; this one arrives when there are no tables.
    await drop(`inbox/${nameOf('late')}`, claimFile([{ number: newNumber() }]));
    await until(
      'the end of the attempts',
      async () => local.output().includes('gave up a message') || undefined,
    );
  });

  test('leaves no data of people in the logs', async () => {
    await delay(500);
    expect(logOf('IngestFile')).toContain('StoreRejection');
    expect(leaksOf(folder, local.output())).toEqual([]);
  });
});
