import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { bundlesDirectory, currentBundles } from '#lib/bundling/bundle.ts';

export interface FunctionStart {
  readonly name: string;
  readonly bytes: number;
  /** From import of the bundle to a ready handler, median of fresh processes. */
  readonly initMilliseconds: number;
}

const run = promisify(execFile);

/**
 * Measures bundle size and init time of functions, with an environment that fits all of them.
 *
 * @param every 1 for all functions, 2 for every second one
 */
export async function measureFunctions(every: number, rounds: number): Promise<FunctionStart[]> {
  await currentBundles();
  const bundles = globSync('**/index.mjs', { cwd: bundlesDirectory })
    .sort()
    .filter((_, place) => place % every === 0);
  const starts: FunctionStart[] = [];
  for (const bundle of bundles) {
    const file = `${bundlesDirectory}/${bundle}`;
    const times: number[] = [];
    for (let n = 0; n < rounds; n++) times.push(await initTime(file));
    times.sort((a, b) => a - b);
    starts.push({
      name: bundle.replace('/index.mjs', ''),
      bytes: statSync(file).size,
      initMilliseconds: times[rounds >> 1] ?? 0,
    });
  }
  return starts;
}

/** Milliseconds of a process of Node that does nothing, median. */
export async function nodeStart(rounds: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const start = performance.now();
    await run(process.execPath, ['-e', '']);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[rounds >> 1] ?? 0;
}

async function initTime(file: string): Promise<number> {
  const script = `const start = performance.now(); await import(${JSON.stringify(file)}); console.log(performance.now() - start);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    env: {
      PATH: process.env['PATH'],
      AWS_REGION: 'us-east-1',
      COMMERCE_TABLE: 'commerce',
      CLAIMS_TABLE: 'claims',
      AUDIT_TABLE: 'audit',
      X12_BUCKET: 'x12',
      CHECKPOINT_BUCKET: 'checkpoints',
      CHECKPOINT_KEY: 'key',
      EXPORT_BUCKET: 'exports',
      MEDIA_BUCKET: 'media',
      AUDIT_RUN_QUEUE: 'https://sqs.example/runs',
      PUBLIC_URL: 'https://granary.example',
      BULK_RUN_QUEUE: 'https://sqs.example/bulk-runs',
      WORK_QUEUE: 'https://sqs.example/work',
      GATEWAY_KEY_PREFIX: 'claims',
      CLEARINGHOUSE_KEY_SECRET: 'clearinghouse-key',
      PAYMENT_KEYS_SECRET: 'payment-keys',
      UNSUBSCRIBE_SECRET: 'unsubscribe',
      SEARCH_KEY_SECRET: 'search-key',
      PEOPLE_KEY: 'people',
      INSTALLATION: 'Granary',
      USAGE_PLAN_STARTER: 'starter',
      USAGE_PLAN_FARM: 'farm',
      USAGE_PLAN_ENTERPRISE: 'enterprise',
    },
  });
  return Number(stdout);
}
