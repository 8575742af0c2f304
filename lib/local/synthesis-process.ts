import * as z from 'zod';
import { synthesize } from '../synthesize.ts';

// The child process behind synthesis.ts: takes one order, answers, and ends with its parent.
const orderSchema = z.object({ outdir: z.string(), context: z.record(z.string(), z.unknown()) });

process.on('disconnect', () => process.exit(1));
process.once('message', async (message) => {
  try {
    process.send?.(await synthesize(orderSchema.parse(message)));
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
});
