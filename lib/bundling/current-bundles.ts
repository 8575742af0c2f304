import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOfFiles } from '../source-files.ts';
import { bundleFunctions, bundlesDirectory } from './bundle.ts';
import { functionSources } from './function-sources.ts';

const sources = ['shared/**/*', 'lib/bundling/*.ts', 'package.json', 'package-lock.json'];

interface CurrentBundlesOptions {
  /** Directory of the functions' sources; that of this repository if absent. */
  readonly functionsDirectory?: string;
  readonly outdir?: string;
}

export async function currentBundles({
  functionsDirectory = fileURLToPath(new URL('../../functions', import.meta.url)),
  outdir = bundlesDirectory,
}: CurrentBundlesOptions = {}): Promise<string> {
  const mark = path.join(outdir, '.digest');
  const digest = digestOfFiles([...sources, `${functionsDirectory}/**/*.ts`]);
  const areComplete = functionSources(functionsDirectory).every(({ name }) =>
    existsSync(path.join(outdir, name, 'index.mjs')),
  );
  if (areComplete && existsSync(mark) && readFileSync(mark, 'utf8') === digest) return outdir;
  // The mark is missing while bundles are written, so that incomplete bundles are never used.
  rmSync(mark, { force: true });
  await bundleFunctions({ functionsDirectory, outdir });
  writeFileSync(mark, digest);
  return outdir;
}
