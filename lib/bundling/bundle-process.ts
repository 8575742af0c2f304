import { setPriority } from 'node:os';
import * as z from 'zod';
import { Bundler } from './bundle.ts';

// The child process of local/templates/function-bundles.ts: bundles functions that are not current, first those that somebody
// waits for, and ends when all are. It frees the memory of esbuild with its end.
const messageSchema = z.object({ first: z.array(z.string()) });

/** Functions that nobody waits for, so that a wanted one is not behind many of them. */
const atATime = 10;

process.on('disconnect', () => process.exit(1));
setPriority(5);
const bundler = new Bundler();
const waiting = new Set(bundler.stale());
const wanted = new Set<string>();
process.on('message', (message) => {
  for (const name of messageSchema.parse(message).first) wanted.add(name);
});
process.once('message', async () => {
  process.send?.({ stale: [...waiting] });
  while (waiting.size > 0) {
    const first = [...wanted].filter((name) => waiting.has(name));
    const names = first.length > 0 ? first : [...waiting].slice(0, atATime);
    for (const name of names) waiting.delete(name);
    await bundle(names);
  }
  process.disconnect();
  process.exit(0);
});

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
