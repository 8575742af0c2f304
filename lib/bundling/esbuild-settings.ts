import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const environmentCredentials = fileURLToPath(new URL('./environment-credentials.ts', import.meta.url));
const unusedSdkParts = fileURLToPath(new URL('./unused-sdk-parts.ts', import.meta.url));

/** Settings of esbuild for every file that is deployed. */
export const settings = {
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // `main` alone would choose CommonJS builds, which load three times slower.
  mainFields: ['module', 'main'],
  // Some packages call `require` for Node's built-in modules.
  banner: { js: "import{createRequire}from'module';const require=createRequire(import.meta.url);" },
  alias: {
    '@aws-sdk/credential-provider-node': environmentCredentials,
    '@aws-sdk/endpoint-cache': unusedSdkParts,
    '@smithy/core/event-streams': unusedSdkParts,
  },
  // ssh2 has optional native modules. sharp is installed for the platform that runs the function (native-libraries.ts).
  external: ['*.node', 'sharp'],
  // ssh2 uses `__dirname`, which ES modules do not have.
  define: { __dirname: 'import.meta.dirname' },
  minify: true,
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
  write: false,
  logLevel: 'warning',
} satisfies BuildOptions & { write: false; metafile: true };

/** The services by the folders of their functions and of their contracts. */
const services = ['claims', 'commerce'];

/** Returns the service of a function by the path of its source, or undefined outside of `functions/`. */
export const serviceOf = (file: string): string | undefined =>
  services.find((service) => file.includes(path.join('/functions', service, '/')));

/** Leaves the error catalogs of the other services out of the bundles of a service: 7 kB at each cold start. */
export const errorsOfService = (service: string | undefined): Plugin => ({
  name: 'service-errors',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]shared[\\/]contract[\\/]\w+[\\/]errors\.ts$/ }, ({ path: file }) => {
      const owner = path.basename(path.dirname(file));
      if (service === undefined || owner === service) return undefined;
      return { contents: `export const ${owner}Errors = {};`, loader: 'ts' };
    });
  },
});

/**
 * Gives `@middy/util` the texts of status codes, which is all that it needs of `node:http`. The import of that as an ES module
 * evaluates all its exports, also the lazy ones that load Node's WebSocket client: 20 ms of CPU at each start of a function.
 */
export const statusTextsOnly: Plugin = {
  name: 'status-texts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:http$/ }, ({ importer }) =>
      /[\\/]@middy[\\/]util[\\/]/.test(importer) ? { path: 'texts', namespace: 'status-texts' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'status-texts' }, () => ({
      contents: `export const { STATUS_CODES } = process.getBuiltinModule('node:http');`,
    }));
  },
};
