import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { APIGatewayClient, GetApiKeysCommand, GetUsagePlansCommand } from '@aws-sdk/client-api-gateway';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateDescribeStacks,
  paginateListStackResources,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { ChainAppender } from '#audit/append/appender.ts';
import { anonymous, encodePrincipal } from '#auth/principal.ts';
import { writeSampleClaims } from '#lib/local/cli/sample-claims.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { writeDescription } from '#lib/local/state/local-description.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { openTable } from '#store/dynamodb/table.ts';
import { pastedStacks } from '../docs/page.ts';
import { linkedFolder, paste } from '../docs/pasted.ts';
import { until } from '../lib/local/fixture/runtime.ts';
import { sized } from '../soak.ts';
import { type Front, startFront } from './front.ts';
import { localStackPython, startLocalStack } from './localstack.ts';

const root = resolve(import.meta.dirname, '../..');
const python = localStackPython();
const entries = sized('entries of an export on a foreign stack', {
  ...{ short: 2000, soak: 50_000, variable: 'FOREIGN_ENTRIES' },
});

/** The blocks of the pages that are pasted here as they are. */
const pages = pastedStacks(root).flatMap(({ pages: some }) => some);
const blockOf = (page: string, beginning: string) => {
  const block = pages
    .filter(({ name }) => name === page)
    .flatMap(({ blocks }) => blocks)
    .find(({ commands }) => commands.includes(beginning));
  if (block === undefined) throw new Error(`${page} has no block with ${beginning}`);
  return block;
};

/** Logs and data of the engine. */
const engineFolder = process.env['FOREIGN_FOLDER'] ?? join(tmpdir(), `granary-foreign-${process.pid}`);
const settings = join(engineFolder, 'granary.json');
let clone: ReturnType<typeof linkedFolder>;
let data: DataFolder;
const times: string[] = [];
let stopEngine = async () => {};
let dynamodb = '';
let front: Front | undefined;

/** Runs a step and notes its time. */
async function timed<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  try {
    return await run();
  } finally {
    times.push(`${what}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
}

/** Runs a program on the foreign engine. */
async function command(...[program = '', ...flags]: readonly string[]) {
  const child = spawn(program, flags, {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', CI: 'true', GRANARY_SETTINGS: settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  const exitCode = await new Promise<number | null>((done) => child.once('close', done));
  return { exitCode, output };
}

/** Throws with the end of the output of a command that failed. */
async function succeeded(run: ReturnType<typeof command>): Promise<void> {
  const { exitCode, output } = await run;
  if (exitCode !== 0) throw new Error(`Exit code ${exitCode}: ${output.slice(-3000)}`);
}

const npm = (script: string, ...flags: readonly string[]) =>
  command('npm', 'run', '--silent', script, '--', ...flags);

const choose = (corsOrigin: string) =>
  writeFileSync(settings, JSON.stringify({ testPayer: 'on', corsOrigin }));

function deploy(corsOrigin: string): ReturnType<typeof command> {
  choose(corsOrigin);
  return npm('deploy', '--require-approval', 'never');
}

const keySchema = z.object({ key: z.object({ secret: z.string() }) });

async function firstKey(...flags: readonly string[]): Promise<string> {
  const { output } = await npm('operator', 'first-key', ...flags, '--json');
  return keySchema.parse(JSON.parse(output)).key.secret;
}

const meSchema = z.object({ data: z.object({ brands: z.record(z.string(), z.string()) }) });

/** Changes the plan of a brand as a platform operator, who would sign in with the identity provider that is missing here. */
async function changePlan(brandId: string, plan: string): Promise<void> {
  const principal = encodePrincipal({
    ...anonymous,
    subject: 'operator',
    credential: 'bearer',
    operator: true,
  });
  const event = {
    ...{ httpMethod: 'PUT', path: `/api/v1/brands/${brandId}`, pathParameters: { brand_id: brandId } },
    ...{ headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name: 'Hill Farm', plan }) },
    requestContext: { requestId: crypto.randomUUID(), authorizer: { principal } },
  };
  const { Payload } = await new LambdaClient().send(
    new InvokeCommand({ FunctionName: 'Granary-Commerce-update-brand', Payload: JSON.stringify(event) }),
  );
  expect(JSON.parse(Payload?.transformToString() ?? '')).toMatchObject({ statusCode: 200 });
}

/** Name of the usage plan by which the last request of a brand was metered. */
async function lastUsagePlan(brandId: string): Promise<string> {
  const client = new APIGatewayClient();
  const { items: keys = [] } = await client.send(
    new GetApiKeysCommand({ nameQuery: `granary-brand-${brandId}`, includeValues: true }),
  );
  const keyId = keys.find(({ value }) => value === front?.lastUsageKey())?.id;
  if (keyId === undefined) return '';
  const { items: plans = [] } = await client.send(new GetUsagePlansCommand({ keyId }));
  expect(plans).toHaveLength(1);
  return plans[0]?.name ?? '';
}

/** States of the stacks of the product, nested ones included, by name. */
async function stackStates(): Promise<ReadonlyMap<string, string>> {
  const states = new Map<string, string>();
  for await (const { Stacks = [] } of paginateDescribeStacks({ client: new CloudFormationClient() }, {})) {
    for (const { StackName = '', StackStatus = '' } of Stacks) {
      if (StackName.startsWith('Granary')) states.set(StackName, StackStatus);
    }
  }
  return states;
}

async function outputsOf(StackName: string): Promise<Readonly<Record<string, string>>> {
  const { Stacks } = await new CloudFormationClient().send(new DescribeStacksCommand({ StackName }));
  const outputs = Stacks?.[0]?.Outputs ?? [];
  return Object.fromEntries(outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
}

async function countResources(): Promise<number> {
  let count = 0;
  for (const StackName of (await stackStates()).keys()) {
    const pages_ = paginateListStackResources({ client: new CloudFormationClient() }, { StackName });
    for await (const { StackResourceSummaries = [] } of pages_) count += StackResourceSummaries.length;
  }
  return count;
}

async function tablesAndBuckets(): Promise<readonly unknown[]> {
  const { TableNames } = await new DynamoDBClient().send(new ListTablesCommand());
  const { Buckets = [] } = await new S3Client().send(new ListBucketsCommand());
  return [TableNames, Buckets.map(({ Name }) => Name)];
}

/** Appends entries to the chain, past LocalStack, which would be most of the time. */
async function growChain(count: number): Promise<void> {
  const { AuditTableName = '', ClaimsTableName = '' } = await outputsOf('Granary-Claims');
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = dynamodb;
  const store = chainStore(openTable(AuditTableName), openTable(ClaimsTableName), 'main');
  const appender = new ChainAppender(store, { deadline: 60_000 });
  for (let n = 0; n < count; n += 90) {
    const drafts = Array.from({ length: Math.min(90, count - n) }, (_, item) => ({
      ...{ event_type: 'claim.rejected', entity_type: 'claim', entity_id: `grown-${n + item}` },
      ...{ actor: 'soak', payload: { n: n + item } },
    }));
    await appender.append(drafts);
  }
  delete process.env['AWS_ENDPOINT_URL_DYNAMODB'];
}

/** The origin that a function of the claims API and its definition allow; the latter sends the response of `nowhere`. */
const origins = () =>
  Promise.all(
    ['/api/health', '/api/admin/nowhere'].map(async (path) => {
      const response = await fetch(`${front?.baseUrl}${path}`);
      return response.headers.get('access-control-allow-origin');
    }),
  );

const journey = () => blockOf('README.md', '$B/api/inbox/lanes');

/** What a journey leaves: its lanes, and a log that verifies. */
const left = () => [{ exitCode: 0, output: journey().output?.replace(/^recorded\n/, '') }];

/** Reads that again, with the lines of the journey that only read. */
const readAgain = () => {
  const lines = journey().commands.split('\n');
  const reading = lines.filter((line) => /^(B|C|A)=|^json|inbox\/lanes|audit-log/.test(line));
  return paste([{ commands: `${reading.join('\n')}\n` }], clone.folder);
};

const onStack = python === undefined ? describe.skip : describe;

let isBroken = false;

/** A test that needs what the tests before it did. */
const step = (what: string, run: () => Promise<void>, milliseconds?: number) =>
  test(
    what,
    async () => {
      if (isBroken) throw new Error('An earlier step failed');
      isBroken = true;
      await run();
      isBroken = false;
    },
    milliseconds,
  );

onStack('the product on a foreign stack', () => {
  beforeAll(async () => {
    clone = linkedFolder();
    data = DataFolder.take(join(clone.folder, '.granary'));
    const engine = await timed('start of the engines', () => startLocalStack(python ?? '', engineFolder));
    ({ dynamodb, stop: stopEngine } = engine);
    Object.assign(process.env, {
      ...{ AWS_ENDPOINT_URL: engine.endpoint, AWS_EC2_METADATA_DISABLED: 'true' },
      ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
    });
  });
  afterAll(async () => {
    await front?.stop();
    await stopEngine();
    data.release();
    clone.remove();
    if (process.env['FOREIGN_FOLDER'] === undefined) rmSync(engineFolder, { recursive: true, force: true });
    process.stderr.write(`Foreign stack: ${times.join(', ')}\n`);
  });

  step(
    'bootstrap and deploy create it',
    async () => {
      choose('https://one.example');
      await timed('bootstrap', () => succeeded(npm('bootstrap')));
      await timed('deploy', () => succeeded(deploy('https://one.example')));
      expect(new Set((await stackStates()).values())).toEqual(new Set(['CREATE_COMPLETE']));
      times.push(`${await countResources()} resources in ${(await stackStates()).size} stacks`);
      front = await startFront(data);
      const { InboxBucketName = '' } = await outputsOf('Granary-Data');
      const [biller, auditor, admin] = [
        await firstKey('claims', '--role', 'biller'),
        await firstKey('claims', '--role', 'auditor'),
        await firstKey('claims'),
      ];
      const endpoint = process.env['AWS_ENDPOINT_URL'] ?? '';
      writeSampleClaims(data);
      writeDescription(data, {
        baseUrl: front.baseUrl,
        endpoints: { dynamodb: endpoint, s3: endpoint, other: endpoint },
        buckets: { x12: InboxBucketName },
        claimsApiKeys: { biller, auditor, admin },
      });
    },
    600_000,
  );

  step(
    'the first order',
    async () => {
      const { commands, output = '' } = blockOf('README.md', 'first-key commerce');
      // The rest sends a file of claims, which would stand among those of the next test.
      const [order = ''] = commands.split(/^(?=C=)/m);
      const [line] = output.split(/(?<=\n)/);
      const pasted = await timed('first order', () => paste([{ commands: order }], clone.folder));
      expect(pasted).toEqual([{ exitCode: 0, output: line }]);
    },
    120_000,
  );

  step(
    'a change of plan, four times, loses no request of a program',
    async () => {
      const secret = await firstKey('commerce', '--brand', 'Hill Farm', '--catalog', 'external');
      const ask = (path: string) =>
        fetch(`${front?.baseUrl}/api/v1${path}`, { headers: { 'x-api-key': secret } });
      const { data: me } = meSchema.parse(await (await ask('/me')).json());
      const [brandId = ''] = Object.keys(me.brands);
      const statuses = new Map<number, number>();
      let isOver = false;
      const program = async () => {
        while (!isOver) {
          const { status } = await ask(`/brands/${brandId}`);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          await delay(20);
        }
      };
      const calling = program();
      await timed('four changes of plan', async () => {
        for (const plan of ['farm', 'enterprise', 'farm', 'enterprise']) {
          await changePlan(brandId, plan);
          await until(async () => (await lastUsagePlan(brandId)).toLowerCase().includes(plan), 180_000);
          times.push(`${plan} after ${[...statuses]} requests`);
        }
      });
      isOver = true;
      await calling;
      expect([...statuses.keys()]).toEqual([200]);
    },
    900_000,
  );

  step(
    'the claims journey',
    async () => {
      const pasted = await timed('claims journey', () => paste([journey()], clone.folder));
      expect(pasted).toEqual([{ exitCode: 0, output: journey().output }]);
    },
    300_000,
  );

  step(
    'an export ends and verifies',
    async () => {
      await timed(`${entries} entries of the audit log`, () => growChain(entries));
      const [pasted] = await timed('export', () =>
        paste([blockOf('docs/audit.md', 'audit -- verify')], clone.folder),
      );
      const [, verified = '0'] = /^OK +(\d+) entries verified, 1 to \1$/m.exec(pasted?.output ?? '') ?? [];
      expect(Number(verified)).toBeGreaterThan(entries);
    },
    600_000,
  );

  step(
    'an update replaces definitions and functions, and keeps the data',
    async () => {
      await timed('update', () => succeeded(deploy('https://two.example')));
      await front?.refresh();
      expect(await origins()).toEqual(['https://two.example', 'https://two.example']);
      expect(await readAgain()).toEqual(left());
    },
    600_000,
  );

  step(
    'an update that fails is rolled back, and the old version serves',
    async () => {
      writeFileSync(join(engineFolder, 'functions/fault'), 'Granary-Claims AWS::ApiGateway::Stage');
      const failed = await timed('failing update', () => deploy('https://three.example'));
      expect(failed.exitCode).toBe(1);
      expect((await stackStates()).get('Granary-Claims')).toBe('UPDATE_ROLLBACK_COMPLETE');
      await front?.refresh();
      expect(await origins()).toEqual(['https://two.example', 'https://two.example']);
      expect(await readAgain()).toEqual(left());
    },
    600_000,
  );

  step('no request failed on the way', async () => {
    expect(front?.requests.filter(({ status }) => status >= 500)).toEqual([]);
  });

  step(
    'destroy removes the stacks and leaves the data',
    async () => {
      const client = new CloudFormationClient();
      const protection = { StackName: 'Granary-Data', EnableTerminationProtection: false };
      await client.send(new UpdateTerminationProtectionCommand(protection));
      const kept = await tablesAndBuckets();
      const destroy = ['npx', 'cdk', 'destroy', '--all', '--force'];
      await timed('destroy', () => succeeded(command(...destroy)));
      expect(new Set((await stackStates()).values())).toEqual(new Set(['DELETE_COMPLETE']));
      expect(await tablesAndBuckets()).toEqual(kept);
      expect((await new LambdaClient().send(new ListFunctionsCommand())).Functions).toEqual([]);
    },
    600_000,
  );
});
