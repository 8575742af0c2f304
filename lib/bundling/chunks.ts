import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const namespace = 'own-module';

/**
 * Functions that import our own modules dynamically, such as the code for one kind of file. esbuild splits each into
 * `index.mjs` and chunks beside it. In the bundle of another function, a module that is imported dynamically is loaded at the
 * start.
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
 * @param source of the function
 */
export const oneSharedChunk = (source: string): Plugin => ({
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
        export { handler as loadedBy } from ${JSON.stringify(`./${relative(root, source)}`)};`,
      resolveDir: root,
    }));
  },
});
