// `npm run fuzz`: 200,000 damaged X12 files. `npm run fuzz -- mutants`: valid files with one fault, compared with the
// guide. `npm run fuzz -- pyx12`: the responses to 500 broken files, validated by pyx12.
import { spawnSync } from 'node:child_process';
import { runMutants } from '../x12/mutants/run.ts';
import { runPyx12 } from './pyx12.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Maximum number of printed faults. */
const maxShown = 200;

async function mutants(): Promise<number> {
  const cases = Number(process.env['MUTANTS'] || Number.MAX_SAFE_INTEGER);
  const { mutants: count, broken, wrong } = await runMutants(cases, (so) => say(`${so.mutants} mutants …`));
  for (const fault of wrong.slice(0, maxShown)) say(fault);
  say(`${count} mutants, ${broken} against the guide, ${wrong.length} wrong responses.`);
  return wrong.length === 0 ? 0 : 1;
}

function damagedFiles(): number {
  const env = { ...process.env, FUZZ_CASES: process.env['FUZZ_CASES'] || '200000' };
  const args = ['test', '--', 'test/x12/engine/random-input.test.ts'];
  return spawnSync('npm', args, { env, stdio: 'inherit' }).status ?? 1;
}

async function run([kind, ...more]: readonly string[]): Promise<number> {
  if (more.length === 0 && kind === undefined) return damagedFiles();
  if (more.length === 0 && kind === 'mutants') return mutants();
  if (more.length === 0 && kind === 'pyx12') return runPyx12(say);
  say('npm run fuzz [-- mutants | pyx12]');
  return 2;
}

process.exitCode = await run(process.argv.slice(2));
