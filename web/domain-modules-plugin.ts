import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { withPureConstants } from '../lib/bundling/lazy-declarations.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** What the app may consist of, beside the modules of the bundler. */
const allowed =
  /^(web|clients\/typescript\/src|shared\/(calendar|claims|commerce|contract|x12)|node_modules\/(@preact|big\.js|idb|preact|uplot))\//;

/**
 * Lets pages import constants and functions of contract and domain without the schemas beside them, as bundles of functions do. The
 * build fails if a chunk has a library of the service, such as zod, or a module of Node.
 */
export function domainModules(): Plugin {
  return {
    name: 'granary-domain-modules',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: '**/shared/**/*.ts' },
      handler: (source, file) => ({ code: withPureConstants(file, source).code, map: null }),
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          const file = id.replace(repository, '');
          const isModule = file !== id || id.includes('browser-external');
          if (renderedLength > 0 && isModule && !allowed.test(file))
            this.error(
              `${file} is in chunk ${chunk.name} of the web app; import a module that does not need it`,
            );
        }
      }
    },
  };
}
