import { flushCompileCache } from 'node:module';
import * as z from 'zod';
import { synthesize } from '../../synthesize.ts';

// The child process behind synthesis.ts: takes one order, answers, and ends with its parent.
const orderSchema = z.object({ outdir: z.string(), context: z.record(z.string(), z.unknown()) });

process.on('disconnect', () => process.exit(1));
process.once('message', async (message) => {
  try {
    const result = await synthesize(orderSchema.parse(message));
    // The parent kills this process, and a process leaves its compiled code to others only when it ends by itself.
    flushCompileCache();
    process.send?.(result);
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
});
