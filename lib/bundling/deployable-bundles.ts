import { cpSync, existsSync, globSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentBundles } from './bundle.ts';
import { nativeFunctions, nativeLibraries } from './native-libraries.ts';

const deployable = fileURLToPath(new URL('../../.cache/deployable', import.meta.url));

/**
 * The bundles with the native libraries of Lambda's platform, for a deployment. Local runs and tests use
 * {@link currentBundles}; lib/local links the libraries of this machine beside them.
 *
 * @throws Error if npm cannot install the libraries
 */
export async function deployableBundles(outdir: string = deployable): Promise<string> {
  const bundles = await currentBundles();
  const libraries = Object.keys(nativeFunctions).map((name) => ({ name, modules: nativeLibraries(name) }));
  rmSync(outdir, { recursive: true, force: true });
  for (const file of globSync('**/*.{mjs,map}', { cwd: bundles })) {
    const target = path.join(outdir, file);
    mkdirSync(path.dirname(target), { recursive: true });
    linkSync(path.join(bundles, file), target);
  }
  for (const { name, modules } of libraries) {
    if (!existsSync(path.join(outdir, name))) throw new Error(`There is no function ${name}`);
    cpSync(modules, path.join(outdir, name, 'node_modules'), { recursive: true });
  }
  return outdir;
}
