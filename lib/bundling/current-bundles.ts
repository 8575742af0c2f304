import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { whileLocked } from '../process-lock.ts';
import { digestOfFiles } from '../source-files.ts';
import { bundleFunctions, bundlesDirectory } from './bundle.ts';
import { functionSources } from './function-sources.ts';

const sources = ['shared/**/*', 'lib/bundling/*.ts', 'package.json', 'package-lock.json'];

interface CurrentBundlesOptions {
  /** Directory of the functions' sources; that of this repository if absent. */
  readonly functionsDirectory?: string;
  readonly outdir?: string;
}

/** Where {@link currentBundles} keeps esbuild's account of the inputs of each bundle, below its directory. */
export const metafileName = '.metafile.json';

/**
 * The directory of bundles of the present sources, which are made again only after a change.
 *
 * @returns the directory
 */
export async function currentBundles({
  functionsDirectory = fileURLToPath(new URL('../../functions', import.meta.url)),
  outdir = bundlesDirectory,
}: CurrentBundlesOptions = {}): Promise<string> {
  const mark = path.join(outdir, '.digest');
  const digest = digestOfFiles([...sources, `${functionsDirectory}/**/*.ts`]);
  const files = functionSources(functionsDirectory).map(({ name }) => path.join(name, 'index.mjs'));
  const areCurrent = () =>
    [metafileName, ...files].every((file) => existsSync(path.join(outdir, file))) &&
    existsSync(mark) &&
    readFileSync(mark, 'utf8') === digest;
  if (areCurrent()) return outdir;
  // Bundling takes gigabytes, so several processes that start at once do it one after the other.
  await whileLocked(`${outdir}.lock`, async () => {
    if (areCurrent()) return;
    // The mark is missing while bundles are written, so that incomplete bundles are never used.
    rmSync(mark, { force: true });
    const metafile = await bundleFunctions({ functionsDirectory, outdir });
    writeFileSync(path.join(outdir, metafileName), JSON.stringify(metafile));
    writeFileSync(mark, digest);
  });
  return outdir;
}
