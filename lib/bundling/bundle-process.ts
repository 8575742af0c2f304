import { setPriority } from 'node:os';
import { stop } from 'esbuild';
import * as z from 'zod';
import { Bundler } from './bundle.ts';
import { BundleQueue } from './bundle-queue.ts';

// The child process of local/templates/function-bundles.ts: bundles functions that are not current, first those that somebody
// waits for, and ends when all are. Those that nobody waits for follow once the parent asks for them, when the runtime is ready.
const messageSchema = z.union([
  z.object({ first: z.array(z.string()) }),
  z.object({ rest: z.literal(true) }),
]);

process.on('disconnect', () => process.exit(1));
setPriority(5);
const bundler = new Bundler();
const stale = bundler.stale();
const queue = new BundleQueue(stale);
let isBundling = false;
process.once('message', () => process.send?.({ stale }));
process.on('message', (message) => {
  const asked = messageSchema.parse(message);
  if ('first' in asked) queue.want(asked.first);
  else queue.wantRest();
  if (!isBundling) void bundleWanted();
});

async function bundleWanted(): Promise<void> {
  isBundling = true;
  for (let names = queue.next(); names.length > 0; names = queue.next()) await bundle(names);
  isBundling = false;
  if (queue.isEmpty) {
    process.disconnect();
    process.exit(0);
  }
  // The build of the web app needs the memory meanwhile.
  await stop();
}

/** A source with a fault fails its whole batch, so the others are bundled alone. */
async function bundle(names: readonly string[]): Promise<void> {
  try {
    await bundler.bundle(names);
    process.send?.({ bundled: names });
  } catch (error) {
    if (names.length > 1) for (const name of names) await bundle([name]);
    else process.send?.({ failed: names, reason: error instanceof Error ? error.message : String(error) });
  }
}
