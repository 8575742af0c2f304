import { type LocalProcess, newFolder, removeFolder, startLocalProcess } from './local-process.ts';
import { leaksOf, logFiles } from './log-leaks.ts';

let running: LocalProcess | undefined;
let folder: string | undefined;

/** Starts the local stack that all HTTP tests share, as jest's global set-up. */
export default async function setUp(): Promise<void> {
  folder = newFolder();
  running = await startLocalProcess({ dataFolder: folder });
  process.env['GRANARY_DATA'] = folder;
  process.env['GRANARY_TEST_FOLDER'] = folder;
  process.env['GRANARY_TEST_STACK'] = JSON.stringify(running.stack);
}

/** Stops the stack after all tests. Fails the run if a log or the output of the stack has data of a person. */
export async function tearDown(): Promise<void> {
  if (running === undefined || folder === undefined) return;
  try {
    await running.stop();
    if (logFiles(folder).length === 0) throw new Error('The stack has no logs to search.');
    const leaks = leaksOf(folder, running.output());
    if (leaks.length === 0) return;
    const lines = leaks
      .slice(0, 20)
      .map(({ file, line, what, text }) => `${file}:${line} has ${what}: ${text}`);
    throw new Error(`The logs have data of people in ${leaks.length} lines:\n${lines.join('\n')}`);
  } finally {
    removeFolder(folder);
  }
}
