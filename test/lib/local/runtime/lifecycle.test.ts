import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import {
  APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
} from '@aws-sdk/client-api-gateway';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { describe, expect, test } from '@jest/globals';
import { endProcess, startFixtureProcess } from '../fixture/fixture-process.ts';
import { fixturesOfTests } from '../fixture/fixtures-of-tests.ts';
import { callUrl, type Fixture, fixtureSynthesis, startFixture, until } from '../fixture/runtime.ts';

const { folderOfTest, start } = fixturesOfTests();

const client = (endpoint: string) => ({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

/** Processes whose command line or environment names a folder. */
function processesOf(folder: string): readonly number[] {
  const described = existsSync('/proc/self') ? processesInProc() : processesInPs();
  return described
    .filter(([pid, description]) => pid !== process.pid && description.includes(folder))
    .map(([pid]) => pid);
}

function processesInProc(): readonly (readonly [number, string])[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
        return [Number(pid), read('cmdline') + read('environ')];
      } catch {
        return [Number(pid), ''];
      }
    });
}

/** macOS: `-E` shows the environment of the caller's own processes. */
function processesInPs(): readonly (readonly [number, string])[] {
  const text = execFileSync('ps', ['-axEww', '-o', 'pid=,command='], { encoding: 'utf8' });
  return text.split('\n').map((line) => [Number.parseInt(line, 10), line]);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended.
  }
}

/** The public key of the fixture's only signing key. */
async function publicKey(controlPlane: string, folder: string): Promise<string> {
  const [line = ''] = readFileSync(`${folder}/state/kms-keys.ndjson`, 'utf8').split('\n');
  const command = new GetPublicKeyCommand({ KeyId: JSON.parse(line).put });
  const { PublicKey = [] } = await new KMSClient(client(controlPlane)).send(command);
  return Buffer.from(PublicKey).toString('base64');
}

test('a SIGKILL of the runtime leaves no process behind and loses no acknowledged change', async () => {
  const folder = folderOfTest();
  const first = await startFixtureProcess(folder);
  for (let index = 0; index < 20; index += 1) {
    const { status } = await callUrl(`${first.baseUrl}/v1/items/${index}`, {
      method: 'PUT',
      body: `item ${index}`,
    });
    expect(status).toBe(201);
  }
  const key = await publicKey(first.controlPlane, folder);
  await fetch(`${first.endpoints.s3}/data-filesbucket/none`);
  expect(processesOf(folder).length).toBeGreaterThan(2);
  await endProcess(first, 'SIGKILL');
  await until(() => processesOf(folder).length === 0);

  const second = await startFixtureProcess(folder);
  const items = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, index) => (await callUrl(`${second.baseUrl}/v1/items/${index}`)).text,
    ),
  );
  expect(items).toEqual(Array.from({ length: 20 }, (_, index) => `item ${index}`));
  expect(await publicKey(second.controlPlane, folder)).toBe(key);
  expect(await endProcess(second, 'SIGTERM')).toBe(0);
  await until(() => processesOf(folder).length === 0);
});

test('an engine that outlives runtime and watchdog does not block the next start', async () => {
  const folder = folderOfTest();
  const first = await startFixtureProcess(folder);
  const enginePid: number = JSON.parse(readFileSync(`${folder}/dynamodb/engine.pid`, 'utf8')).pid;
  const watchdogs = processesOf(folder).filter((pid) => pid !== enginePid);
  // Stopped first, so that they cannot end the engine.
  for (const pid of watchdogs) signal(pid, 'SIGSTOP');
  for (const pid of [first.child.pid ?? 0, ...watchdogs]) signal(pid, 'SIGKILL');
  await until(() => first.child.signalCode !== null);
  expect(processesOf(folder)).toContain(enginePid);
  const second = await start({ dataFolder: folder });
  expect((await second.call('/v1/items/none')).status).toBe(404);
  await until(() => !processesOf(folder).includes(enginePid));
});

test('an engine that ends restarts under the same address', async () => {
  const folder = folderOfTest();
  const fixture = await start({ dataFolder: folder });
  await fixture.call('/v1/items/a', { method: 'PUT', body: 'kept' });
  process.kill(JSON.parse(readFileSync(`${folder}/dynamodb/engine.pid`, 'utf8')).pid, 'SIGKILL');
  await until(async () => (await fixture.call('/v1/items/a')).text === 'kept');
  expect(fixture.lines.join('\n')).toContain('The DynamoDB engine ended unexpectedly and restarts.');
});

describe('a changed app', () => {
  test('adds a new index to an existing table, and refuses other keys in one sentence', async () => {
    const folder = folderOfTest();
    const first = await start({ dataFolder: folder });
    await first.call('/v1/items/a', { method: 'PUT', body: 'kept' });
    await first.stop();
    const second = await start({ dataFolder: folder, synthesize: fixtureSynthesis({ withIndex: true }) });
    const { Table } = await new DynamoDBClient(client(second.runtime.endpoints.dynamodb)).send(
      new DescribeTableCommand({ TableName: second.runtime.tables['things'] }),
    );
    expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName).sort()).toEqual([
      'by_body',
      'by_late',
    ]);
    expect((await second.call('/v1/items/a')).text).toBe('kept');
    expect((await second.call('/v1/greeting')).json.environment.GREETING).toBe('Update world');
    await second.stop();
    await expect(
      startFixture({ dataFolder: folder, synthesize: fixtureSynthesis({ otherKey: true }) }),
    ).rejects.toThrow(
      /^Table Data-ThingsTable\w+ in the data folder has other keys than the template; start with/,
    );
  });
});

test('endpoints in the environment replace the embedded engines', async () => {
  const other = await start();
  const { dynamodb, s3 } = other.runtime.endpoints;
  const folder = folderOfTest();
  const fixture = await start({
    dataFolder: folder,
    environment: { AWS_ENDPOINT_URL_DYNAMODB: dynamodb, AWS_ENDPOINT_URL_S3: s3 },
  });
  expect(fixture.runtime.endpoints).toMatchObject({ dynamodb, s3 });
  await fixture.call('/v1/items/shared', { method: 'PUT', body: 'through the other' });
  expect((await other.call('/v1/items/shared')).text).toBe('through the other');
  expect(readdirSync(`${folder}/dynamodb`)).toEqual([]);
});

test('a seed runs once, on a new folder', async () => {
  const folder = folderOfTest();
  const sample = { brandId: 'b', otherBrandId: 'o', claimsApiKeys: {} };
  let runs = 0;
  const seed = async () => {
    runs += 1;
    return { ...sample, apiKeys: { owner: `key ${runs}` } };
  };
  const first = await start({ dataFolder: folder, seed });
  expect(first.runtime.seeded).toEqual({ ...sample, apiKeys: { owner: 'key 1' } });
  await first.stop();
  const second = await start({ dataFolder: folder, seed });
  expect(second.runtime.seeded).toEqual({ ...sample, apiKeys: { owner: 'key 1' } });
  await second.stop();
  expect(runs).toBe(1);
});

test('a used quota stays used over a restart', async () => {
  const folder = folderOfTest();
  const spend = async ({ call }: Fixture, value: string) =>
    (await call('/v1/quota', { headers: { Authorization: 'allow me', 'x-plan-key': value } })).status;
  const first = await start({ dataFolder: folder });
  const settings = client(first.runtime.controlPlane);
  const usagePlanId = first.runtime.deployment
    .resources('AWS::ApiGateway::UsagePlan')
    .find(({ logicalId }) => logicalId.includes('QuotaPlan'))?.ref;
  const gateway = new APIGatewayClient(settings);
  const { id, value = '' } = await gateway.send(new CreateApiKeyCommand({ enabled: true }));
  await gateway.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId: id, keyType: 'API_KEY' }));
  // A new key is valid after a moment, as on AWS. Requests before it are not counted.
  await until(async () => (await spend(first, value)) === 200);
  for (let index = 1; index < 4; index += 1) expect(await spend(first, value)).toBe(200);
  await first.stop();
  const second = await start({ dataFolder: folder });
  expect(await spend(second, value)).toBe(429);
});
