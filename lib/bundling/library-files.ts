import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import * as z from 'zod';

/** How files of libraries enter the bundles. */
export const libraryFiles: Plugin = {
  name: 'library-files',
  setup({ onLoad }) {
    // Each client of the SDK imports its whole manifest to tell its version.
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[^\\/]+[\\/]package\.json$/ }, async ({ path }) => ({
      contents: JSON.stringify(manifest.parse(JSON.parse(await readFile(path, 'utf8')))),
      loader: 'json',
    }));
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[^\\/]+[\\/]dist-es[\\/]schemas[\\/]\w+\.js$/ }, ({ path }) =>
      script(path, plainKeys),
    );
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, ({ path }) => script(path));
  },
};

const manifest = z.object({ version: z.string() });

async function script(path: string, edit = (source: string) => source) {
  const contents = edit(await readFile(path, 'utf8'));
  // Maps all of a file to its first line. A stack then names our own lines exactly and the file of a library,
  // and a source map takes a tenth of the bytes: Node parses it before the first request is served.
  return { contents: `${contents}\n//# sourceMappingURL=${wholeFile(path)}`, loader: 'default' } as const;
}

/**
 * Writes the names of an SDK client's schemas where they are used as keys: `{ [_hE]: 404 }` becomes
 * `{ "httpError": 404 }`. For all that esbuild can tell, a computed key runs code; it would keep the schemas of every
 * operation of S3 (55 kB) for the few that are used.
 */
function plainKeys(source: string): string {
  const names = new Map(
    [...source.matchAll(/^const (\w+) = ("[^"\\]*");$/gm)].map(([, variable, name]) => [variable, name]),
  );
  return source.replace(/\[(\w+)\]:/g, (key, variable) => {
    const name = names.get(variable);
    return name === undefined ? key : `${name}:`;
  });
}

function wholeFile(file: string): string {
  const map = { version: 3, sources: [file], names: [], mappings: 'AAAA' };
  return `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
}
