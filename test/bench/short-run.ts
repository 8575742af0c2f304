import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { newFolder, removeFolder, startLocalProcess } from '../http/stack/local-process.ts';
import { comparisonTable, type Row } from './comparison.ts';

/** What a run of all benches is made of. */
export interface ShortRun {
  readonly names: readonly string[];
  /** Runs one bench and returns its rows. */
  run(name: string): Promise<readonly Row[]>;
  onProgress(line: string): void;
}

/**
 * Runs benches one after the other. One that fails does not stop the others.
 *
 * @returns the table of all rows, and the exit code: 1 if a bench failed
 */
export async function runAll({ names, run, onProgress }: ShortRun): Promise<readonly [string, 0 | 1]> {
  const rows: (readonly [string, Row])[] = [];
  const began = performance.now();
  const secondsSince = (start: number) => ((performance.now() - start) / 1000).toFixed(0);
  for (const name of names) {
    onProgress(`${name}…`);
    const start = performance.now();
    const found = await run(name).catch((error): Row[] => [{ failed: String(error?.message ?? error) }]);
    rows.push(...found.map((row) => [name, row] as const));
    onProgress(`${name}: ${secondsSince(start)} s`);
  }
  onProgress(`all: ${secondsSince(began)} s`);
  return [comparisonTable(rows), rows.some(([, row]) => 'failed' in row) ? 1 : 0];
}

/** Prints the table of the short form of benches, each in a process of its own, so that it is cold. */
export async function shortRun(names: readonly string[]): Promise<0 | 1> {
  const folder = newFolder();
  try {
    console.error('Synthesizing the stack that some benches start…');
    await (await startLocalProcess({ dataFolder: folder })).stop();
    const [table, code] = await runAll({
      names,
      run: (name) => runInProcess(name, folder),
      onProgress: console.error,
    });
    console.log(table);
    return code;
  } finally {
    removeFolder(folder);
  }
}

function runInProcess(name: string, sharedFolder: string): Promise<readonly Row[]> {
  const child = fork(fileURLToPath(new URL('./run.ts', import.meta.url)), [name, '--short'], {
    env: { ...process.env, GRANARY_TEST_FOLDER: sharedFolder },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (rows: readonly Row[]) => resolve(rows));
    child.once('error', reject);
    child.once('close', (code, signal) => reject(new Error(`its process ended with ${signal ?? code}`)));
  });
}
