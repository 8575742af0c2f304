import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOfFiles } from '../source-files.ts';
import { bundleFunctions, bundlesDirectory } from './bundle.ts';
import { functionSources } from './function-sources.ts';

/** What else goes into bundles. */
const sources = [
  'shared/**/*',
  'lib/bundling/bundle.ts',
  'lib/bundling/*.ts',
  'package.json',
  'package-lock.json',
];

interface CurrentBundlesOptions {
  /** Sources; those of this repository if absent. */
  readonly functionsDirectory?: string;
  readonly outdir?: string;
}

/** Directory of bundles; they are made anew only when what goes into them has changed. */
export async function currentBundles({
  functionsDirectory = fileURLToPath(new URL('../../functions', import.meta.url)),
  outdir = bundlesDirectory,
}: CurrentBundlesOptions = {}): Promise<string> {
  const mark = path.join(outdir, '.digest');
  const digest = digestOfFiles([...sources, `${functionsDirectory}/**/*.ts`]);
  const areThere = functionSources(functionsDirectory).every(({ name }) =>
    existsSync(path.join(outdir, name, 'index.mjs')),
  );
  if (areThere && existsSync(mark) && readFileSync(mark, 'utf8') === digest) return outdir;
  // Without the mark while they are written: bundles that were cut short must not be taken for whole ones.
  rmSync(mark, { force: true });
  await bundleFunctions({ functionsDirectory, outdir });
  writeFileSync(mark, digest);
  return outdir;
}
