import { fileURLToPath } from 'node:url';
import type { Metafile, Plugin } from 'esbuild';

/** Libraries that functions import dynamically, with what they take from each. */
const laterLibraries: Readonly<Record<string, string>> = {
  'ssh2-sftp-client': `export { default } from 'ssh2-sftp-client'`,
  '@aws-sdk/client-sqs': `export { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'`,
  yaml: `export { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'`,
};

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Entry points that make a file of each library, e.g. `yaml.mjs`. */
export const lazyLibraryEntries = Object.keys(laterLibraries).map((name) => ({
  in: `later:${name}`,
  out: baseOf(name),
}));

/** Files without ending, e.g. `yaml`, of the libraries that the code of this bundle imports when it comes to them. */
export const lazyLibrariesOf = (bundle: Metafile['outputs'][string] | undefined): string[] =>
  Object.keys(laterLibraries)
    .filter((name) => bundle?.imports.some(({ path }) => path === fileOf(name)))
    .map(baseOf);

const fileOf = (name: string) => `./${baseOf(name)}.mjs`;

/** `@aws-sdk/client-sqs` becomes `aws-sdk-client-sqs`. */
function baseOf(name: string): string {
  return name.replace('@', '').replace('/', '-');
}

/**
 * Leaves these libraries to files beside the bundle. esbuild's own splitting would need a build for each function,
 * whose directory has to stand alone; a library shares no module with our code, so one build makes it for all.
 */
export const lazyLibrariesPlugin: Plugin = {
  name: 'later-libraries',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^.#/]/ }, ({ path, kind }) =>
      kind === 'dynamic-import' && path in laterLibraries
        ? { path: fileOf(path), external: true }
        : undefined,
    );
    onResolve({ filter: /^later:/ }, ({ path }) => ({
      path: path.slice('later:'.length),
      namespace: 'later',
    }));
    onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => ({
      contents: laterLibraries[path] ?? '',
      resolveDir: root,
    }));
  },
};
