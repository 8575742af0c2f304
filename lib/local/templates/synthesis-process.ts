import { flushCompileCache } from 'node:module';
import * as z from 'zod';
import { synthesize } from '../../synthesize.ts';

// The child process of synthesis.ts: synthesizes once and ends with its parent.
const optionsSchema = z.object({ outdir: z.string(), context: z.record(z.string(), z.unknown()) });

process.on('disconnect', () => process.exit(1));
process.once('message', async (message) => {
  try {
    const result = await synthesize(optionsSchema.parse(message));
    // The parent kills this process, which would lose its compiled code.
    flushCompileCache();
    process.send?.(result);
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
});
