import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileEngine } from '../../../bin/x12-compile.ts';
import { generateClaimFile } from './claim-file.ts';
import { type BenchFileKind, benchFile, sizeOf } from './files.ts';
import { median } from './run-case.ts';

/** Commands of the package, as a user runs them. */
const commands: readonly (readonly [kind: BenchFileKind, command: readonly string[]])[] = [
  ['837', ['show']],
  ['837', ['show', '--html']],
  ['837', ['csv']],
  ['837', ['csv', '--table', 'lines']],
  ['837', ['validate']],
  ['837', ['ack']],
  ['837', ['inspect', '--stream']],
  ['837', ['stats']],
  ['835', ['show']],
  ['835', ['show', '--html']],
  ['835', ['csv']],
  ['835', ['csv', '--table', 'adjustments']],
  ['835', ['validate']],
  ['835', ['ack']],
  ['835', ['inspect', '--stream']],
  ['835', ['stats']],
];

const root = path.resolve(import.meta.dirname, '../../..');
const reportsPeak = path.join(root, 'test/bin/peak-memory-process.ts');

/** Prints the milliseconds of an import of the package, and of each command with a file of one claim. */
export function measureImports(rounds: number): Promise<void> {
  return withPackage(async (folder) => {
    const index = JSON.stringify(pathToFileURL(path.join(folder, 'index.js')));
    const timed = `const a = performance.now(); await import(${index}); console.log(performance.now() - a);`;
    const claims = path.join(folder, 'claims.x12');
    writeFileSync(claims, [...generateClaimFile(1, 1)].join(''));
    const commandsOnSmall = ['show', 'csv', 'validate', 'ack', 'inspect', 'stats'];
    const runs: readonly (readonly [name: string, args: readonly string[]])[] = [
      ['node with an empty script', ['--input-type=module', '-e', '']],
      [inProcess, ['--input-type=module', '-e', timed]],
      ['x12 --help', [path.join(folder, 'x12.js'), '--help']],
      ...commandsOnSmall.map((name) => [`x12 ${name}`, [path.join(folder, 'x12.js'), name, claims]] as const),
    ];
    const found = new Map<string, number[]>(runs.map(([name]) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [name, args] of runs) {
        const { seconds, output } = await runNode(args);
        found.get(name)?.push(name === inProcess ? Number(output) : seconds * 1000);
      }
    }
    console.log('\nMilliseconds of start-up; commands read a file of one claim');
    for (const [name, taken] of found)
      console.log(`  ${name.padEnd(40)}${median(taken).toFixed(0).padStart(6)}`);
  });
}

const inProcess = 'import of the package, in the process';

/** Prints speed, peak memory and size of the output of each command, for whole processes. */
export function measureCommands(megabytes: number): Promise<void> {
  return withPackage(async (folder) => {
    console.log(`\nCommands on ${megabytes} MB: MB/s of the whole process, peak MB, MB of output`);
    for (const [kind, [command = '', ...options]] of commands) {
      const file = benchFile(kind, megabytes);
      const args = ['--import', reportsPeak, path.join(folder, 'x12.js'), command, ...options, file];
      const { seconds, written, errors } = await runNode(args);
      const peak = Number(/^peak ([\d.]+)$/m.exec(errors)?.[1]);
      const figures = [sizeOf(file) / 1e6 / seconds, peak, written / 1e6].map((one) =>
        one.toFixed(one < 100 ? 1 : 0).padStart(9),
      );
      console.log(`  ${[kind, command, ...options].join(' ').padEnd(32)}${figures.join('')}`);
    }
  });
}

async function withPackage(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'granary-x12-bench-'));
  try {
    await compileEngine(folder);
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Ran {
  readonly seconds: number;
  /** End of the output. */
  readonly output: string;
  /** Bytes of the output. */
  readonly written: number;
  readonly errors: string;
}

async function runNode(args: readonly string[]): Promise<Ran> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors, written] = ['', '', 0];
  child.stdout.on('data', (chunk: Buffer) => {
    written += chunk.length;
    output = chunk.toString('latin1', Math.max(0, chunk.length - 100));
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  await once(child, 'close');
  return { seconds: (performance.now() - start) / 1000, output, written, errors };
}
