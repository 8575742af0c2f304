import { readFile } from 'node:fs/promises';
import type { OnLoadArgs, Plugin } from 'esbuild';
import * as z from 'zod';
import { endpointRules } from './endpoint-rules.ts';
import { unusedLibraryFiles } from './unused-library-files.ts';

/** Makes the files of libraries smaller. */
export const libraryFiles: Plugin = {
  name: 'library-files',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[^\\/]+[\\/]package\.json$/ }, versionOnly);
    onLoad(
      {
        filter: /[\\/]@aws-sdk[\\/]client-(dynamodb|s3|secrets-manager)[\\/]dist-es[\\/]schemas[\\/]\w+\.js$/,
      },
      ({ path }) => script(path, (source) => withoutUntestedErrors(plainKeys(source))),
    );
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[^\\/]+[\\/]dist-es[\\/]schemas[\\/]\w+\.js$/ }, ({ path }) =>
      script(path, plainKeys),
    );
    onLoad({ filter: /[\\/]@aws-sdk[\\/][^\\/]+[\\/]dist-es[\\/]pagination[\\/]\w+\.js$/ }, ({ path }) =>
      // Without the mark esbuild keeps the paginator of every operation.
      script(path, (source) => source.replaceAll('= createPaginator(', '= /*@__PURE__*/ createPaginator(')),
    );
    onLoad({ filter: /[\\/]util-endpoints[\\/]lib[\\/]aws[\\/]partitions\.js$/ }, ({ path }) =>
      script(path, (source) => source.replace(/"description": "[^"]*"/g, '')),
    );
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-s3[\\/]dist-es[\\/]endpoint[\\/]bdd\.js$/ }, ({ path }) =>
      script(path, endpointRules),
    );
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ }, ({ path }) =>
      script(path, withoutStringFormats),
    );
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, ({ path }) => script(path));
  },
};

/** {@link libraryFiles} for functions that make no JSON Schemas: leaves out that part of zod. */
export const zodWithoutJsonSchema: Plugin = {
  name: 'zod-without-json-schema',
  setup({ onLoad }) {
    onLoad(
      { filter: /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/ },
      ({ path }) => script(path, leftOut),
    );
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ }, ({ path }) =>
      script(path, (source) =>
        withoutStringFormats(source.replace(/^\s*inst\._zod\.processJSONSchema = .*;$/gm, '')),
      ),
    );
  },
};

/** The same exports, each a function that throws. */
function leftOut(source: string): string {
  const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  const message = 'The bundle of this function has no JSON Schema; see lib/bundling/json-schema-functions.ts';
  return `
    const leftOut = () => { throw new Error(${JSON.stringify(message)}); };
    ${names.map((name) => `export const ${name} = leftOut;`).join('\n')}
    export { leftOut as process };`;
}

/**
 * Leaves out the methods of a string schema that check a format, such as `z.string().email()`. Our schemas use `z.email()`; the
 * methods would keep every format in every bundle.
 */
function withoutStringFormats(source: string): string {
  const start = source.indexOf('export const ZodString = ');
  const methods = source.indexOf('}, {\n', start);
  const end = source.indexOf('\n});', methods);
  if (start < 0 || methods < 0 || end < 0) throw new Error('zod has no ZodString with methods');
  return `${source.slice(0, methods)}}, {${source.slice(end)}`;
}

/** A client of the SDK reads no more than its version, for the user agent. */
async function versionOnly({ path }: OnLoadArgs) {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await readFile(path, 'utf8')));
  return { contents: JSON.stringify({ version }), loader: 'json' } as const;
}

async function script(path: string, edit = (source: string) => source) {
  const name = path.replaceAll('\\', '/').split('/node_modules/').at(-1) ?? '';
  const contents = unusedLibraryFiles[name] ?? edit(await readFile(path, 'utf8'));
  // Maps all of a file to its first line. Stack traces still name our own lines and the files of libraries, and source
  // maps shrink to a tenth. Node parses them before the first request.
  return { contents: `${contents}\n//# sourceMappingURL=${wholeFile(path)}`, loader: 'default' } as const;
}

/** Classes of errors that our sources test with `instanceof`, or that mark an error as retryable. */
export const testedErrors: readonly string[] = [
  'ConditionalCheckFailedException',
  'ReplicatedWriteConflictException',
  'TransactionCanceledException',
  'TransactionConflictException',
];

/**
 * Leaves out the classes of the other errors of a service: 6 kB for DynamoDB. The SDK reports an error without a class as
 * an error of the service, with the same name and message.
 */
const withoutUntestedErrors = (source: string): string =>
  source.replace(/^n0_registry\.registerError\((\w+)\$, \w+\);$/gm, (line, name: string) =>
    testedErrors.includes(name) ? line : '',
  );

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
