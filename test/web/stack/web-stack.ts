import {
  type LocalProcess,
  newFolder,
  removeFolder,
  startLocalProcess,
} from '../../http/stack/local-process.ts';
import { chromiumPath } from './chromium.ts';

let running: LocalProcess | undefined;
let folder: string | undefined;

/**
 * Starts the local stack with the web app that all browser tests share, as jest's global set-up. A developer can name a
 * stack that runs already in GRANARY_WEB_STACK.
 */
export default async function setUp(): Promise<void> {
  if (chromiumPath() === undefined || process.env['GRANARY_WEB_STACK'] !== undefined) return;
  folder = newFolder();
  running = await startLocalProcess({ dataFolder: folder, web: true });
  process.env['GRANARY_WEB_STACK'] = JSON.stringify(running.stack);
  process.env['GRANARY_WEB_FOLDER'] = folder;
}

/** Stops the stack after all tests. */
export async function tearDown(): Promise<void> {
  await running?.stop();
  if (folder !== undefined) removeFolder(folder);
}
