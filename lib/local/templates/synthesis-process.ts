import { flushCompileCache } from 'node:module';
import * as z from 'zod';
import { Bundler } from '../../bundling/bundle.ts';
import { createApp } from '../../granary-app.ts';

// The child process of synthesis.ts: synthesizes once and ends with its parent.
const optionsSchema = z.object({ outdir: z.string(), context: z.record(z.string(), z.unknown()) });

process.on('disconnect', () => process.exit(1));
process.once('message', (message) => {
  try {
    const { outdir, context } = optionsSchema.parse(message);
    const bundles = new Bundler().makeDirectories();
    const { directory } = createApp({
      outdir,
      bundles,
      assets: 'in place',
      context,
      validation: 'off',
    }).synth();
    // The parent kills this process, which would lose its compiled code.
    flushCompileCache();
    process.send?.({ assemblyDirectory: directory });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
});
