// `npm run bench -- lease` simulates functions and people that append to the audit chain, in virtual time (docs/scale.md).
import { type Load, percentile, simulateWriters, usualLoad } from '#test/audit/append/simulated-writers.ts';
import type { Row } from './comparison.ts';
import { Random } from './x12/random.ts';

/** Numbers of functions that append at the same time. */
const counts = [1, 4, 16, 32];

/** New functions that prepare three transactions of a hundred items at a time. */
const slowLoad: Load = {
  ...usualLoad,
  ...{ latency: [3, 15], transactions: [30, 80], burst: 3, preparing: 500, isCold: true },
};

export async function bench(args: readonly string[]): Promise<readonly Row[]> {
  const seconds = args.includes('--short') ? 60 : 600;
  return [
    ...(await table(
      'Requests take 5 to 20 ms. Four people change something about every two seconds.',
      { ...usualLoad, seconds },
      'requests of 5 to 20 ms',
    )),
    ...(await table(
      'Requests take 3 to 15 ms, transactions 30 to 80 ms more. Each file has a new function, which prepares three transactions in up to 0.5 s.',
      { ...slowLoad, seconds },
      'slow transactions',
    )),
  ];
}

async function table(title: string, load: Load, short: string): Promise<Row[]> {
  console.log(`${title}\n`);
  console.log(
    '| functions | commits/s | retries per commit | reads per commit | leases per commit | people, 95th percentile | functions, longest wait |',
  );
  console.log('|---:|---:|---:|---:|---:|---:|---:|');
  const rates: number[] = [];
  for (const writers of counts) {
    const figures = await simulateWriters({ ...load, writers }, new Random(1));
    rates.push(figures.commitsPerSecond);
    console.log(
      `| ${writers} | ${figures.commitsPerSecond.toFixed(0)} | ${figures.retriesPerCommit.toFixed(2)} ` +
        `| ${figures.readsPerCommit.toFixed(2)} | ${figures.leasesPerCommit.toFixed(2)} ` +
        `| ${(percentile(figures.waits.people, 0.95) / 1000).toFixed(2)} s ` +
        `| ${(percentile(figures.waits.writers, 1) / 1000).toFixed(1)} s |`,
    );
  }
  console.log('');
  return [
    {
      what: `${counts.at(-1)} functions, ${short}`,
      figure: rates.at(-1) ?? 0,
      unit: 'commits/s',
      other: 'one function alone',
      otherFigure: rates[0] ?? 0,
    },
  ];
}
