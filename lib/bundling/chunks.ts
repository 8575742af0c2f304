import { relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { root } from './esbuild-settings.ts';

const namespace = 'own-module';

/**
 * Functions that import our own modules dynamically, such as the code for one kind of file. esbuild splits each into
 * `index.mjs` and chunks beside it. Other handlers of their files import nothing dynamically.
 */
export const functionsWithChunks: readonly string[] = [
  'claims/edit-claim',
  'claims/exchange-files',
  'claims/ingest-file',
  'claims/parse-claim-acknowledgment',
  'claims/parse-implementation-acknowledgment',
  'claims/parse-remittance',
  'claims/submit-claims',
];

/**
 * Puts everything that a function loads at its start into one chunk. esbuild makes a chunk for each set of modules that the
 * same entry points share, and each file takes half a millisecond of a cold start. So each module that is imported
 * dynamically also refers to the function, and all entry points share the modules of the function.
 *
 * @param start of the function, as esbuild knows it
 */
export const oneSharedChunk = (start: string): Plugin => ({
  name: 'one-shared-chunk',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^[.#]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      const isOwn = kind === 'dynamic-import' && !importer.includes('node_modules');
      if (!isOwn || pluginData === namespace) return undefined;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: namespace });
      // Source maps name the path, and must not depend on the place of the repository.
      return found.errors.length > 0
        ? { errors: found.errors }
        : { path: relative(root, found.path), namespace };
    });
    onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: `
        export * from ${JSON.stringify(`./${path}`)};
        export { handler as loadedBy } from ${JSON.stringify(start)};`,
      resolveDir: root,
    }));
  },
});

/**
 * Leaves modules that are imported dynamically out of the bundles of handlers without chunks. esbuild would wrap each of them, with all
 * that it imports, in a function of its own, in every bundle of a build with such an import, also where nothing calls it.
 */
export const withoutChunks: Plugin = {
  name: 'without-chunks',
  setup({ onResolve, onLoad, onEnd }) {
    onResolve({ filter: /^[.#]/ }, ({ path, kind, importer }) =>
      kind === 'dynamic-import' && !importer.includes('node_modules')
        ? { path, namespace: 'absent' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: 'export {};' }));
    onEnd(({ metafile }) => {
      const using = Object.entries(metafile?.outputs ?? {}).filter(([, { inputs }]) =>
        Object.keys(inputs).some((input) => input.startsWith('absent:')),
      );
      return {
        errors: using.map(([output]) => ({
          text: `${output} imports dynamically; functionsWithChunks lists it`,
        })),
      };
    });
  },
};
