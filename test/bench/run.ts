/**
 * `node test/bench/run.ts NAME [ARGUMENT…]` runs test/bench/NAME.ts, which exports `bench`; with `--short` on little data. Without a
 * name it runs the short form of all.
 */
import { comparisonTable, type Row } from './comparison.ts';
import { shortRun } from './short-run.ts';

const [name, ...rest] = process.argv.slice(2);
const known = ['api', 'audit', 'calls', 'claims', 'costs', 'lease', 'search', 'units', 'web', 'x12'];

if (name === undefined) {
  process.exitCode = await shortRun(known);
} else if (known.includes(name)) {
  const { bench }: { bench(args: readonly string[]): Promise<readonly Row[]> } = await import(`./${name}.ts`);
  const rows = await bench(rest);
  // Another process reads the rows of a short run.
  if (process.send) process.send(rows, () => process.disconnect());
  else if (rows.length > 0) console.log(`\n${comparisonTable(rows.map((row) => [name, row]))}`);
} else {
  console.error(`Usage: npm run bench [-- ${known.join('|')} [--short] [--help]]`);
  process.exitCode = 2;
}
