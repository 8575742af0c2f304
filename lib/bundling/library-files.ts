import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import * as z from 'zod';

/** How files of libraries enter the bundles. */
export const libraryFiles: Plugin = {
  name: 'library-files',
  setup({ onLoad }) {
    // Maps all of a file to its first line. A stack then names our own lines exactly and the file of a library,
    // and a source map takes a tenth of the bytes: Node parses it before the first request is served.
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n//# sourceMappingURL=${wholeFile(path)}`,
      loader: 'default',
    }));
    // Each client of the SDK imports its whole manifest to tell its version.
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[^\\/]+[\\/]package\.json$/ }, async ({ path }) => ({
      contents: JSON.stringify(manifest.parse(JSON.parse(await readFile(path, 'utf8')))),
      loader: 'json',
    }));
  },
};

const manifest = z.object({ version: z.string() });

function wholeFile(file: string): string {
  const map = { version: 3, sources: [file], names: [], mappings: 'AAAA' };
  return `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
}
