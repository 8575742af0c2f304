import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { currentBundles, metafileName } from '#lib/bundling/bundle.ts';
import { functionSources } from '#lib/bundling/function-sources.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

export const functionNames = functionSources(path.join(root, 'functions')).map(({ name }) => name);

const isLibrary = (input: string) => input.includes('node_modules/');

/** The bundles of the present sources, with questions about what a cold start loads. */
export async function builtBundles() {
  const outdir = await currentBundles();
  const metafile: Metafile = JSON.parse(readFileSync(path.join(outdir, metafileName), 'utf8'));

  const bundleOf = (name: string) => path.join(outdir, name, 'index.mjs');
  const outputOf = (name: string, file: string) => path.relative(root, path.join(outdir, name, file));

  /** Returns the files that the import of a file loads: the file and the chunks that it imports statically. */
  function loadedBy(file: string): ReadonlySet<string> {
    const loaded = new Set([file]);
    for (const one of loaded) {
      for (const { path: imported, kind } of metafile.outputs[one]?.imports ?? []) {
        if (kind === 'import-statement' && imported in metafile.outputs) loaded.add(imported);
      }
    }
    return loaded;
  }

  const bundleFiles = (name: string) => [...loadedBy(outputOf(name, 'index.mjs'))];
  const sizeOf = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + statSync(path.join(root, file)).size, 0);

  /** Returns bytes by input of these files. */
  function contentOfFiles(files: Iterable<string>): ReadonlyMap<string, number> {
    const content = new Map<string, number>();
    for (const file of files) {
      for (const [input, { bytesInOutput }] of Object.entries(metafile.outputs[file]?.inputs ?? {})) {
        content.set(input, (content.get(input) ?? 0) + bytesInOutput);
      }
    }
    return content;
  }

  const contentOf = (name: string) => contentOfFiles(bundleFiles(name));
  const inputsOf = (name: string) => [...contentOf(name).keys()];
  const filesOf = (name: string) =>
    globSync('*.mjs', { cwd: path.join(outdir, name) }).map((file) => outputOf(name, file));

  /** Returns the bytes of libraries in a bundle, or those of our own code. */
  const bytesOf = (name: string, ofLibraries: boolean) =>
    [...contentOf(name)]
      .filter(([input]) => isLibrary(input) === ofLibraries)
      .reduce((sum, [, bytes]) => sum + bytes, 0);

  const bytesOfInput = (name: string, part: string) =>
    [...contentOf(name)].find(([input]) => input.includes(part))?.[1] ?? 0;

  /** Returns the functions with an input whose path contains this part. */
  const functionsWith = (part: string) =>
    functionNames.filter((name) => inputsOf(name).some((input) => input.includes(part)));

  return {
    outdir,
    metafile,
    bundleOf,
    loadedBy,
    bundleFiles,
    sizeOf,
    contentOfFiles,
    inputsOf,
    filesOf,
    bytesOf,
    bytesOfInput,
    functionsWith,
  };
}
