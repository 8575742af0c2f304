import { currentBundles } from './bundling/bundle.ts';
import { createApp } from './granary-app.ts';
import { parseSettings } from './settings/settings.ts';

interface SynthesizeOptions {
  /** Directory for the templates and assets. */
  readonly outdir: string;
  readonly context?: { readonly [name: string]: unknown };
  /** Directory of the functions' sources; that of this repository if absent. */
  readonly functionsDirectory?: string;
}

/**
 * Bundles the functions and writes the templates that `cdk deploy` deploys.
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
