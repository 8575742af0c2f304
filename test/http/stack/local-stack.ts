import { type LocalProcess, newFolder, removeFolder, startLocalProcess } from './local-process.ts';
import { leaksOf, logFiles } from './log-leaks.ts';

let running: LocalProcess | undefined;
let folder: string | undefined;

/** jest's global set-up of the HTTP tests: one local stack for all of them. */
export default async function setUp(): Promise<void> {
  folder = newFolder();
  running = await startLocalProcess({ dataFolder: folder });
  process.env['GRANARY_DATA'] = folder;
  process.env['GRANARY_TEST_STACK'] = JSON.stringify(running.stack);
}

/**
 * Stops what {@link setUp} started. Fails the run when anything about a person is in a log of the stack, or in what it
 * printed: by now everything that the tests do has been done.
 */
export async function tearDown(): Promise<void> {
  if (running === undefined || folder === undefined) return;
  try {
    await running.stop();
    if (logFiles(folder).length === 0) throw new Error('The stack has written no logs to search.');
    const leaks = leaksOf(folder, running.output());
    if (leaks.length === 0) return;
    const told = leaks
      .slice(0, 20)
      .map(({ file, line, what, text }) => `${file}:${line} holds ${what}: ${text}`);
    throw new Error(`The logs tell about people, in ${leaks.length} lines:\n${told.join('\n')}`);
  } finally {
    removeFolder(folder);
  }
}
