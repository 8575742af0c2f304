// `npm run bench -- claims` measures the processing of claims against the engine and the parser alone.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { currentBundles } from '#lib/bundling/bundle.ts';
import { type LocalStores, startLocalStores } from '../claims/local-stores.ts';
import { everyItem } from '../claims/stored.ts';
import { newAuditTable } from '../store/audit/audit-table.ts';
import { newClaimsTable } from '../store/commerce/commerce-table.ts';
import { startDynamoEngine } from '../store/dynamodb/dynamo-engine.ts';
import { type BenchStep, ingest, runClaims } from './claims-run.ts';
import type { Row } from './comparison.ts';
import type { MeasuredInvocation } from './function-process.ts';
import { type Replay, replay, startRecorder } from './recorded-requests.ts';
import { generateClaimFileOfCount } from './x12/claim-file.ts';
import { runCase } from './x12/run-case.ts';

const help = `npm run bench -- claims [--claims N] [--large] [--short]

Takes a file of 5,000 claims through the inbox, to the clearinghouse and back as 999, 277CA and 835: the bundles of the
functions, each call in a separate process with the heap that Lambda gives it, on the embedded DynamoDB and the local
S3. Two passes: the first records every request to DynamoDB and replays them against a bare engine as the
floor; the second is measured. --large adds 50,000 claims in one file. --short takes 500 claims.`;

const seed = 20_260_116;
const maxSeconds = 15;
const maxMegabytes = 300;

export async function bench(args: readonly string[]): Promise<readonly Row[]> {
  if (args.includes('--help')) {
    console.log(help);
    return [];
  }
  const claims = Number(args[args.indexOf('--claims') + 1]) || (args.includes('--short') ? 500 : 5000);
  // Keeps the process alive; the engine's child process does not.
  const alive = setInterval(() => {}, 1000);
  await currentBundles();
  const load = loadavg()[0]?.toFixed(1);
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, load ${load} before the run`;
  console.log(`${machine}, Node ${process.version}\n`);
  const text = [...generateClaimFileOfCount(claims, seed, new Date())].join('');
  const floors = await measureFloors(text, claims);
  const steps = await measureSteps(text, claims);
  const rows = report(claims, text, steps, floors);
  if (args.includes('--large')) await measureLarge(50_000);
  clearInterval(alive);
  return rows;
}

/** Replays the DynamoDB requests of each step against an engine with the same data. */
function measureFloors(text: string, claims: number): Promise<readonly Replay[]> {
  return withStores(async (stores) => {
    const bare = await startDynamoEngine();
    const tables = { claims: await newClaimsTable(bare), auditTable: await newAuditTable(bare) };
    for (const name of ['claims', 'auditTable'] as const) {
      for (const Item of await everyItem(stores, name)) {
        await tables[name].client.send(new PutCommand({ TableName: tables[name].name, Item }));
      }
    }
    const names = new Map([
      [stores.claims.name, tables.claims.name],
      [stores.auditTable.name, tables.auditTable.name],
    ]);
    const recorder = await startRecorder(stores.environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '');
    const environment = { ...stores.environment, AWS_ENDPOINT_URL_DYNAMODB: recorder.endpoint };
    const floors: Replay[] = [];
    await runClaims({ ...stores, environment }, text, claims, async () => {
      floors.push(await replay(recorder.take(), bare.endpoint, names));
    });
    await recorder.stop();
    await bare.stop();
    return floors;
  });
}

async function measureSteps(text: string, claims: number): Promise<readonly BenchStep[]> {
  return withStores(async (stores) => {
    const steps: BenchStep[] = [];
    await runClaims(stores, text, claims, async (step) => {
      steps.push(step);
    });
    return steps;
  });
}

async function measureLarge(claims: number): Promise<void> {
  const text = [...generateClaimFileOfCount(claims, seed, new Date())].join('');
  const { seconds, peakMegabytes } = await withStores((stores) => ingest(stores, 'inbox/large.837', text));
  console.log(
    `\n${claims} claims in one file of ${megabytes(text)}: ${seconds.toFixed(0)} s, ` +
      `${(claims / seconds).toFixed(0)} claims/s`,
  );
  console.log(target('  peak memory of the function, MB', peakMegabytes, maxMegabytes));
}

async function withStores<Result>(work: (stores: LocalStores) => Promise<Result>): Promise<Result> {
  const stores = await startLocalStores({ migrated: true });
  try {
    return await work(stores);
  } finally {
    await stores.stop();
  }
}

function report(
  claims: number,
  text: string,
  steps: readonly BenchStep[],
  floors: readonly Replay[],
): readonly Row[] {
  console.log(`${claims} claims in one file of ${megabytes(text)}\n`);
  console.log(
    '| step | seconds | claims/s | processor s of the function | peak MB | requests (transactions) |',
  );
  console.log('|---|---:|---:|---:|---:|---:|');
  const rows: Row[] = [];
  for (const [index, { name, calls }] of steps.entries()) {
    const { seconds, cpuSeconds, peakMegabytes } = totals(calls);
    const {
      seconds: floor,
      transactions,
      others,
    } = floors[index] ?? { seconds: 0, transactions: 0, others: 0 };
    const cells = [
      name,
      seconds.toFixed(1),
      (claims / seconds).toFixed(0),
      cpuSeconds.toFixed(1),
      peakMegabytes.toFixed(0),
      `${transactions + others} (${transactions})`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
    const other = 'engine alone, its requests';
    rows.push({ what: `${name}, ${claims} claims`, figure: seconds, unit: 's', other, otherFigure: floor });
  }
  const { seconds } = totals(steps[0]?.calls ?? []);
  if (claims === 5000) console.log(target('837P through the inbox, seconds', seconds, maxSeconds));
  const ingesting = steps.filter(({ name }) => name !== 'submit');
  const peak = Math.max(...ingesting.map(({ calls }) => totals(calls).peakMegabytes));
  console.log(target('peak memory of the ingest function, MB', peak, maxMegabytes));
  const inbox = { what: `inbox, ${claims} claims`, figure: seconds, unit: 's' };
  return [
    ...rows,
    { ...inbox, other: 'X12 engine alone, with all checks', otherFigure: validationSeconds(text) },
  ];
}

const totals = (calls: readonly MeasuredInvocation[]) => ({
  seconds: calls.reduce((all, { seconds }) => all + seconds, 0),
  cpuSeconds: calls.reduce((all, { cpuSeconds }) => all + cpuSeconds, 0),
  peakMegabytes: Math.max(...calls.map(({ peakMegabytes }) => peakMegabytes)),
});

/** Reads a file with all checks in a new process, as cold as a function. */
function validationSeconds(text: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'granary-bench-'));
  try {
    const file = join(folder, 'claims.837');
    writeFileSync(file, text);
    return runCase('validate', '837', file, 1).seconds[0] ?? 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const megabytes = (text: string): string => `${(Buffer.byteLength(text) / 1e6).toFixed(1)} MB`;

const target = (name: string, value: number, most: number): string =>
  `${name}: ${value.toFixed(1)} (under ${most}, ${value < most ? 'met' : 'MISSED'})`;
