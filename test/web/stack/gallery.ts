import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The gallery of components at an address of this machine, without a stack behind it. */
export interface ServedGallery {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Builds and serves the gallery in another process, because the bundler of Vite does not run inside a test of jest. Throws if that
 * process ends first.
 */
export async function serveGallery(): Promise<ServedGallery> {
  const folder = await mkdtemp(join(tmpdir(), 'granary-gallery-'));
  const script = fileURLToPath(new URL('gallery-server.ts', import.meta.url));
  const server = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const close = async () => {
    server.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for await (const address of createInterface({ input: server.stdout })) return { address, close };
  await close();
  throw new Error(`The gallery was not served: exit code ${server.exitCode}.`);
}
