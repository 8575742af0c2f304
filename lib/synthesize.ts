import { currentBundles } from './bundling/current-bundles.ts';
import { createApp } from './granary-app.ts';
import { parseSettings } from './settings/settings.ts';

interface SynthesizeOptions {
  /** Where the templates and assets go. */
  readonly outdir: string;
  readonly context?: { readonly [name: string]: unknown };
  /** Sources of the functions; those of this repository if absent. */
  readonly functionsDirectory?: string;
}

/**
 * Bundles the functions and writes the templates that `cdk deploy` would deploy.
 *
 * @throws Error that names each unknown or invalid setting
 */
export async function synthesize({
  outdir,
  context,
  functionsDirectory,
}: SynthesizeOptions): Promise<{ readonly assemblyDirectory: string }> {
  parseSettings(context ?? {});
  const bundles = await currentBundles({
    ...(functionsDirectory !== undefined && { functionsDirectory, outdir: `${outdir}.functions` }),
  });
  const app = createApp({ outdir, bundles, validation: 'off', ...(context && { context }) });
  return { assemblyDirectory: app.synth().directory };
}
