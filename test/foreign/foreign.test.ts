import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateDescribeStacks,
  paginateListStackResources,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { ChainAppender } from '#audit/append/appender.ts';
import { writeSampleClaims } from '#lib/local/cli/sample-claims.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { writeDescription } from '#lib/local/state/local-description.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { openTable } from '#store/dynamodb/table.ts';
import { pastedStacks } from '../docs/page.ts';
import { linkedFolder, paste } from '../docs/pasted.ts';
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

const clone = linkedFolder();
const data = DataFolder.take(join(clone.folder, '.granary'));
const engineFolder = mkdtempSync(join(tmpdir(), 'granary-foreign-'));
const settings = join(engineFolder, 'granary.json');
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

/** Runs an npm script, or a program of the packages, on the foreign engine. */
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

const npm = (script: string, ...flags: readonly string[]) =>
  command('npm', 'run', '--silent', script, '--', ...flags);

async function deploy(values: Readonly<Record<string, string>>) {
  writeFileSync(settings, JSON.stringify({ testPayer: 'on', ...values }));
  return npm('deploy', '--require-approval', 'never');
}

const keySchema = z.object({ key: z.object({ secret: z.string() }) });

async function firstKey(...flags: readonly string[]): Promise<string> {
  const { output } = await npm('operator', 'first-key', ...flags, '--json');
  return keySchema.parse(JSON.parse(output)).key.secret;
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

/** Appends entries to the chain, past the foreign engine's interpreter, which takes 100 ms for each transaction. */
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

/** The origin that each API allows, which is in the definition and in the functions. */
const origins = () =>
  Promise.all(
    ['/api/v1', '/api/health', '/api/nowhere'].map(async (path) => {
      const response = await fetch(`${front?.baseUrl}${path}`);
      return response.headers.get('access-control-allow-origin');
    }),
  );

const journey = () => blockOf('README.md', '$B/api/inbox/lanes');

/** Reads the lanes and verifies the log again, with the lines of the claims journey that only read. */
const readAgain = () => {
  const lines = journey().commands.split('\n');
  const reading = lines.filter((line) => /^(B|C|A)=|^json|inbox\/lanes|audit-log/.test(line));
  return paste([{ commands: `${reading.join('\n')}\n` }], clone.folder);
};

const onStack = python === undefined ? describe.skip : describe;

onStack('the product on a foreign stack', () => {
  beforeAll(async () => {
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
    rmSync(engineFolder, { recursive: true, force: true });
    process.stderr.write(`Foreign stack: ${times.join(', ')}\n`);
  });

  test('bootstrap and deploy create it', async () => {
    const bootstrapped = await timed('bootstrap', () => npm('bootstrap'));
    expect(bootstrapped).toMatchObject({ exitCode: 0 });
    const deployed = await timed('deploy', () => deploy({ corsOrigin: 'https://one.example' }));
    expect(deployed).toMatchObject({ exitCode: 0 });
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
  }, 600_000);

  test('the first order', async () => {
    const { commands, output = '' } = blockOf('README.md', 'first-key commerce');
    // The rest sends a file of claims, which would stand among those of the next test.
    const [order = ''] = commands.split(/^(?=C=)/m);
    const [line] = output.split(/(?<=\n)/);
    const pasted = await timed('first order', () => paste([{ commands: order }], clone.folder));
    expect(pasted).toEqual([{ exitCode: 0, output: line }]);
  }, 120_000);

  test('the claims journey', async () => {
    const pasted = await timed('claims journey', () => paste([journey()], clone.folder));
    expect(pasted).toEqual([{ exitCode: 0, output: journey().output }]);
  }, 300_000);

  test('an export ends and verifies', async () => {
    await timed(`${entries} entries of the audit log`, () => growChain(entries));
    const [pasted] = await timed('export', () =>
      paste([blockOf('docs/audit.md', 'audit -- verify')], clone.folder),
    );
    const [, verified = '0'] = /^OK +(\d+) entries verified, 1 to \1$/m.exec(pasted?.output ?? '') ?? [];
    expect(Number(verified)).toBeGreaterThan(entries);
  }, 600_000);

  test('an update replaces definitions and functions, and keeps the data', async () => {
    const updated = await timed('update', () => deploy({ corsOrigin: 'https://two.example' }));
    expect(updated).toMatchObject({ exitCode: 0 });
    await front?.refresh();
    expect(new Set(await origins())).toEqual(new Set(['https://two.example']));
    expect(await readAgain()).toEqual([{ exitCode: 0, output: journey().output }]);
  }, 600_000);

  test('an update that fails is rolled back, and the old version serves', async () => {
    writeFileSync(join(engineFolder, 'functions/fault'), 'Granary-Claims AWS::ApiGateway::Stage');
    const failed = await timed('failing update', () => deploy({ corsOrigin: 'https://three.example' }));
    expect(failed.exitCode).toBe(1);
    expect((await stackStates()).get('Granary-Claims')).toBe('UPDATE_ROLLBACK_COMPLETE');
    await front?.refresh();
    expect(new Set(await origins())).toEqual(new Set(['https://two.example']));
    expect(await readAgain()).toEqual([{ exitCode: 0, output: journey().output }]);
  }, 600_000);

  test('no request failed on the way', () => {
    expect(front?.requests.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test('destroy leaves what docs/deploy.md lists', async () => {
    const client = new CloudFormationClient();
    const protection = { StackName: 'Granary-Data', EnableTerminationProtection: false };
    await client.send(new UpdateTerminationProtectionCommand(protection));
    const destroyed = await timed('destroy', () => command('npx', 'cdk', 'destroy', '--all', '--force'));
    expect(destroyed).toMatchObject({ exitCode: 0 });
    expect(await stackStates()).toEqual(new Map());
  }, 600_000);
});
