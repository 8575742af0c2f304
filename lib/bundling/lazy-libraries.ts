import { fileURLToPath } from 'node:url';
import type { Metafile, Plugin } from 'esbuild';

const lazyLibraries: Readonly<Record<string, string>> = {
  '@cantoo/pdf-lib': `export { PDFDocument, PDFName, PDFRawStream, PDFStream, StandardFonts } from '@cantoo/pdf-lib'`,
  'ssh2-sftp-client': `export { default } from 'ssh2-sftp-client'`,
  '@aws-sdk/client-sqs': `export { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'`,
  '@aws-sdk/client-lambda': `export { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'`,
  stripe: `export { default } from 'stripe'`,
  yaml: `export { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'`,
};

const root = fileURLToPath(new URL('../..', import.meta.url));

export const lazyLibraryEntries = Object.keys(lazyLibraries).map((name) => ({
  in: `lazy:${name}`,
  out: baseOf(name),
}));

/** Returns the libraries among these imports of a function, as file names without extension. */
export const lazyLibrariesOf = (imports: Metafile['outputs'][string]['imports']): string[] =>
  Object.keys(lazyLibraries)
    .filter((name) => imports.some(({ path }) => path === fileOf(name)))
    .map(baseOf);

const fileOf = (name: string) => `./${baseOf(name)}.mjs`;

/** `@aws-sdk/client-sqs` becomes `aws-sdk-client-sqs`. */
function baseOf(name: string): string {
  return name.replace('@', '').replace('/', '-');
}

/**
 * Moves these libraries to files beside the bundle, which load on first use. They are built once for all functions, because
 * none of their code is in a bundle.
 */
export const lazyLibrariesPlugin: Plugin = {
  name: 'lazy-libraries',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^.#/]/ }, ({ path, kind }) =>
      kind === 'dynamic-import' && path in lazyLibraries ? { path: fileOf(path), external: true } : undefined,
    );
    onResolve({ filter: /^lazy:/ }, ({ path }) => ({ path: path.slice('lazy:'.length), namespace: 'lazy' }));
    onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
      contents: lazyLibraries[path] ?? '',
      resolveDir: root,
    }));
  },
};
