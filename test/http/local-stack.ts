import { freePort, type LocalProcess, newFolder, removeFolder, startLocalProcess } from './local-process.ts';

let running: LocalProcess | undefined;
let folder: string | undefined;

/** jest's global set-up of the HTTP tests: one local stack for all of them. */
export default async function setUp(): Promise<void> {
  folder = newFolder();
  running = await startLocalProcess({ dataFolder: folder, port: await freePort() });
  process.env['GRANARY_DATA'] = folder;
  process.env['GRANARY_TEST_STACK'] = JSON.stringify(running.stack);
}

/** Stops what {@link setUp} started. */
export async function tearDown(): Promise<void> {
  await running?.stop();
  if (folder) removeFolder(folder);
}
