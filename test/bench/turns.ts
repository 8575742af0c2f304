// `npm run bench -- turns` simulates functions and people that append to the audit chain, in virtual time (docs/scale.md).
import { percentile, simulateWriters, usualLoad } from '#test/audit/append/simulated-writers.ts';
import { Random } from './x12/random.ts';

const seconds = 600;

export async function bench(): Promise<void> {
  console.log('Requests take 5 to 20 ms. Four people change something about every two seconds.\n');
  console.log(
    '| functions | commits/s | retries per commit | reads per commit | people, 95th percentile | functions, longest wait |',
  );
  console.log('|---:|---:|---:|---:|---:|---:|');
  for (const writers of [1, 4, 16, 32]) {
    const figures = await simulateWriters({ ...usualLoad, writers, seconds }, new Random(1));
    console.log(
      `| ${writers} | ${figures.commitsPerSecond.toFixed(0)} | ${figures.retriesPerCommit.toFixed(2)} ` +
        `| ${figures.readsPerCommit.toFixed(2)} | ${(percentile(figures.waits.people, 0.95) / 1000).toFixed(2)} s ` +
        `| ${(percentile(figures.waits.writers, 1) / 1000).toFixed(1)} s |`,
    );
  }
}
