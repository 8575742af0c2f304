import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

export const libraryFiles: Plugin = {
  name: 'library-files',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[^\\/]+[\\/]dist-es[\\/]schemas[\\/]\w+\.js$/ }, ({ path }) =>
      script(path, plainKeys),
    );
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, ({ path }) => script(path));
  },
};

async function script(path: string, edit = (source: string) => source) {
  const contents = edit(await readFile(path, 'utf8'));
  // Maps all of a file to its first line. Stack traces still name our own lines and the files of libraries, and source
  // maps shrink to a tenth. Node parses them before the first request.
  return { contents: `${contents}\n//# sourceMappingURL=${wholeFile(path)}`, loader: 'default' } as const;
}

/**
 * Replaces computed keys in the schemas of SDK clients: `{ [_hE]: 404 }` becomes `{ "httpError": 404 }`. esbuild assumes
 * that computed keys have side effects, and would keep the schemas of every operation of S3 (55 kB).
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
