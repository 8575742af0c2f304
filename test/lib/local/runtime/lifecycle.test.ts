import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import {
  APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
} from '@aws-sdk/client-api-gateway';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { databaseFiles } from '#lib/local/dynamodb/dynamodb-engine.ts';
import { close, listen } from '#lib/local/runtime/listen.ts';
import { StartError } from '#lib/local/start-error.ts';
import { compiledCode } from '../../../compiled-code.ts';
import {
  callUrl,
  type Fixture,
  fixtureSynthesis,
  newFolder,
  removeFolder,
  startFixture,
  until,
} from '../fixture/runtime.ts';

const folders: string[] = [];
const folderOfTest = () => {
  const folder = newFolder();
  folders.push(folder);
  return folder;
};
const fixtures: Fixture[] = [];
const start = async (...options: Parameters<typeof startFixture>) => {
  const fixture = await startFixture(...options);
  fixtures.push(fixture);
  return fixture;
};
afterEach(async () => {
  for (const fixture of fixtures.splice(0)) await fixture.stop();
});
afterAll(() => folders.forEach(removeFolder));

const client = (endpoint: string) => ({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

interface Running {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly endpoints: { readonly dynamodb: string; readonly s3: string };
  readonly controlPlane: string;
}

async function startProcess(folder: string): Promise<Running> {
  const program = fileURLToPath(new URL('../fixture/main.ts', import.meta.url));
  const child = fork(program, [folder], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, ...compiledCode },
  });
  const [message] = await once(child, 'message');
  return { child, ...message };
}

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
    // It has ended by itself.
  }
}

async function end({ child }: Running, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = await exited;
  return code;
}

const publicKey = async (controlPlane: string) =>
  Buffer.from(
    (await new KMSClient(client(controlPlane)).send(new GetPublicKeyCommand({ KeyId: 'alias/signing' })))
      .PublicKey ?? [],
  ).toString('base64');

test('after SIGKILL of the runtime nothing is left running, and all that was answered is there again', async () => {
  const folder = folderOfTest();
  const first = await startProcess(folder);
  for (let index = 0; index < 20; index += 1) {
    const { status } = await callUrl(`${first.baseUrl}/v1/items/${index}`, {
      method: 'PUT',
      body: `item ${index}`,
    });
    expect(status).toBe(201);
  }
  const key = await publicKey(first.controlPlane);
  await fetch(`${first.endpoints.s3}/data-filesbucket/none`);
  expect(processesOf(folder).length).toBeGreaterThan(2);
  await end(first, 'SIGKILL');
  await until(() => processesOf(folder).length === 0);

  const second = await startProcess(folder);
  const items = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, index) => (await callUrl(`${second.baseUrl}/v1/items/${index}`)).text,
    ),
  );
  expect(items).toEqual(Array.from({ length: 20 }, (_, index) => `item ${index}`));
  expect(await publicKey(second.controlPlane)).toBe(key);
  expect(await end(second, 'SIGTERM')).toBe(0);
  await until(() => processesOf(folder).length === 0);
});

test('an engine that outlived runtime and watchdog does not block the next start', async () => {
  const folder = folderOfTest();
  const first = await startProcess(folder);
  const enginePid: number = JSON.parse(readFileSync(`${folder}/dynamodb/engine.pid`, 'utf8')).pid;
  const watchdogs = processesOf(folder).filter((pid) => pid !== enginePid);
  // Held still, so that they cannot do what they are there for before they are killed themselves.
  for (const pid of watchdogs) signal(pid, 'SIGSTOP');
  for (const pid of [first.child.pid ?? 0, ...watchdogs]) signal(pid, 'SIGKILL');
  await until(() => first.child.signalCode !== null);
  expect(processesOf(folder)).toContain(enginePid);
  const second = await start({ dataFolder: folder });
  expect((await second.call('/v1/items/none')).status).toBe(404);
  await until(() => !processesOf(folder).includes(enginePid));
});

test('an engine that dies is started again under the same address', async () => {
  const folder = folderOfTest();
  const fixture = await start({ dataFolder: folder });
  await fixture.call('/v1/items/a', { method: 'PUT', body: 'kept' });
  process.kill(JSON.parse(readFileSync(`${folder}/dynamodb/engine.pid`, 'utf8')).pid, 'SIGKILL');
  await until(async () => (await fixture.call('/v1/items/a')).text === 'kept');
  expect(fixture.lines.join('\n')).toContain('The DynamoDB engine ended unexpectedly and is started again.');
});

describe('a changed app', () => {
  test('a new index is added to the table that is there; other keys are refused in one sentence', async () => {
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
  }, 120_000);
});

describe('what stands in the way is told in one sentence', () => {
  test('another runtime on the folder', async () => {
    const folder = folderOfTest();
    const running = await startProcess(folder);
    await expect(startFixture({ dataFolder: folder })).rejects.toThrow(
      `Granary is already running on ${folder} (process ${running.child.pid}); stop it first or set GRANARY_DATA to another folder.`,
    );
    await end(running, 'SIGTERM');
  });

  test('a port in use', async () => {
    const server = createServer();
    const port = Number(new URL(await listen(server, 0)).port);
    const failing = startFixture({ dataFolder: folderOfTest(), port });
    await expect(failing).rejects.toThrow(
      new StartError(
        `Port ${port} is in use; stop what listens there, or choose another with --port or PORT.`,
      ),
    );
    await close(server, 0);
  });

  test('a damaged database, and --fresh gets over it', async () => {
    const folder = folderOfTest();
    const fixture = await start({ dataFolder: folder });
    await fixture.stop();
    const [database = ''] = Object.values(databaseFiles).filter((name) =>
      existsSync(`${folder}/dynamodb/${name}`),
    );
    writeFileSync(`${folder}/dynamodb/${database}`, 'not a database'.repeat(1_000));
    await expect(startFixture({ dataFolder: folder })).rejects.toThrow(
      /^The data folder is damaged: .*\/dynamodb\/.* is not a valid database\. Start with --fresh to begin anew\.$/,
    );
    const fresh = await start({ dataFolder: folder, fresh: true });
    expect((await fresh.call('/v1/misbehave/x')).status).toBe(200);
  });

  test('a damaged line in what the runtime keeps', async () => {
    const folder = folderOfTest();
    const fixture = await start({ dataFolder: folder });
    await fixture.stop();
    writeFileSync(`${folder}/state/secrets.ndjson`, '{"put":"a"\n{"put":"b","value":1}\n');
    await expect(startFixture({ dataFolder: folder })).rejects.toThrow(
      'The data folder is damaged: line 1 of secrets.ndjson cannot be read. Start with --fresh to begin anew.',
    );
  });

  test('a damaged local.json', async () => {
    const folder = folderOfTest();
    writeFileSync(`${folder}/local.json`, '{"baseUrl": "http://127');
    await expect(startFixture({ dataFolder: folder })).rejects.toThrow(
      `The data folder is damaged: ${folder}/local.json cannot be read. Delete that file or start with --fresh.`,
    );
  });

  test('a DynamoDB of one’s own that does not answer', async () => {
    const environment = { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' };
    await expect(startFixture({ dataFolder: folderOfTest(), environment })).rejects.toThrow(
      /^The tables cannot be prepared in the DynamoDB at http:\/\/127\.0\.0\.1:9: /,
    );
  });

  test('an app that cannot be synthesized', async () => {
    const failing = startFixture({
      dataFolder: folderOfTest(),
      synthesize: fixtureSynthesis({ broken: true }),
    });
    await expect(failing).rejects.toThrow(/^The app cannot be synthesized: .*broken on purpose/);
  });
});

test('engines of one’s own are used instead of the embedded ones', async () => {
  const other = await start();
  const { dynamodb, s3 } = other.runtime.endpoints;
  const folder = folderOfTest();
  const fixture = await start({
    dataFolder: folder,
    environment: { AWS_ENDPOINT_URL_DYNAMODB: dynamodb, AWS_ENDPOINT_URL_S3: s3 },
  });
  expect(fixture.runtime.endpoints).toEqual({ dynamodb, s3 });
  await fixture.call('/v1/items/shared', { method: 'PUT', body: 'through the other' });
  expect((await other.call('/v1/items/shared')).text).toBe('through the other');
  expect(readdirSync(`${folder}/dynamodb`)).toEqual([]);
});

test('a seed runs once, on a folder that is new', async () => {
  const folder = folderOfTest();
  let runs = 0;
  const seed = async () => {
    runs += 1;
    return { brandId: 'b', apiKeys: { owner: `key ${runs}` } };
  };
  const first = await start({ dataFolder: folder, seed });
  expect(first.runtime.seeded).toEqual({ brandId: 'b', apiKeys: { owner: 'key 1' } });
  await first.stop();
  const second = await start({ dataFolder: folder, seed });
  expect(second.runtime.seeded).toEqual({ brandId: 'b', apiKeys: { owner: 'key 1' } });
  await second.stop();
  expect(runs).toBe(1);
});

test('a quota that is used up stays so over a restart', async () => {
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
  for (let index = 0; index < 4; index += 1) expect(await spend(first, value)).toBe(200);
  await first.stop();
  const second = await start({ dataFolder: folder });
  expect(await spend(second, value)).toBe(429);
});
