import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { type Expression, type ObjectExpression, type ParseResult, parseSync } from 'oxc-parser';

export interface FunctionSource {
  /** `claims/list-files`, also for a file in a room: `claims/ingest-file` of `claims/work/ingest-file.ts`. */
  readonly name: string;
  readonly file: string;
  /** What makes a plain handler of a capability a function; absent for a file that is one function. */
  readonly entry?: FunctionEntry;
}

/** Names of exports, and the modules that have them, as imports of our own. */
interface FunctionEntry {
  /** The handler in `file` and the endpoint in `contract`. */
  readonly handler: string;
  readonly contract: string;
  /** What makes the Lambda handler. Parts of the pipeline that the endpoint does not need are in none of its bundles. */
  readonly pipeline: 'operation' | 'unkeyedOperation' | 'bodilessOperation' | 'reading' | 'plainEndpoint';
  /** The record that loads the resource of the endpoint. */
  readonly loader?: { readonly name: string; readonly records: string };
  /** Whether the endpoint records events or activity, or wakes workers. */
  readonly recording: boolean;
}

/**
 * Lists the functions of a directory by name. Each `.ts` file is one function, except `commerce/stops.ts` with the handlers of
 * the capability `shared/commerce/stops`: there each export is one.
 *
 * @throws Error for a handler without an endpoint, an endpoint without a handler, and a resource that no record has
 */
export const functionSources = (directory: string): readonly FunctionSource[] =>
  globSync('**/*.ts', { cwd: directory })
    .flatMap((source) => {
      const file = path.join(directory, source);
      const contract = path.join(directory, '../shared', source.replace(/\.ts$/, ''), 'contract.ts');
      return source.split(path.sep).length === 2 && existsSync(contract)
        ? handlersOf(source, file, contract)
        : [{ name: functionName(source), file }];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** Rooms are not part of the name, because a new name would replace the deployed function. */
function functionName(source: string): string {
  const steps = source.replace(/\.ts$/, '').split(path.sep);
  return [...new Set([steps[0], steps.at(-1)])].join('/');
}

function handlersOf(source: string, file: string, contractFile: string): readonly FunctionSource[] {
  const [service = ''] = source.split(path.sep);
  const contract = moduleAt(contractFile);
  const handlers = [...moduleAt(file).exported];
  const unknown = handlers.filter((name) => contract.endpoints.get(name) === undefined);
  const missing = [...contract.endpoints.keys()].filter((name) => !handlers.includes(name));
  if (unknown.length > 0)
    throw new Error(`functions/${source} handles no endpoint with ${unknown.join(', ')}`);
  if (missing.length > 0) throw new Error(`functions/${source} has no handler for ${missing.join(', ')}`);
  return handlers.map((handler) => {
    const endpoint = contract.endpoints.get(handler);
    const resource = endpoint?.resource;
    const loader = resource === undefined ? undefined : loaderOf(resource, contractFile, contract);
    return {
      name: `${service}/${endpoint?.name}`,
      file,
      entry: {
        handler,
        contract: importOf(contractFile),
        ...(loader && { loader }),
        pipeline: endpoint?.pipeline ?? 'operation',
        // Claims have no events and no activity.
        recording: service !== 'claims' && endpoint?.recording === true,
      },
    };
  });
}

/** The record of a resource: in the folder of the file that declares the resource, by its `of` or else its `schema`. */
function loaderOf(resource: string, contractFile: string, contract: SourceModule) {
  const imported = contract.imports.get(resource);
  const declaredIn = (imported && fileOf(imported.from, contractFile)) ?? contractFile;
  const schema = imported?.name ?? resource;
  const folder = path.dirname(declaredIn);
  for (const file of globSync('{,*-}records.ts', { cwd: folder }).map((one) => path.join(folder, one))) {
    const name = moduleAt(file).recordOf(schema);
    if (name !== undefined) return { name, records: importOf(file) };
  }
  const records = importOf(path.join(folder, 'records.ts'));
  throw new Error(`${records} has no record of ${schema}, which a path addresses`);
}

/** `…/shared/commerce/stops/contract.ts` as we import it. */
const importOf = (file: string): string => {
  const steps = file.split(path.sep);
  return `#${steps.slice(steps.lastIndexOf('shared') + 1).join('/')}`;
};

interface EndpointSource extends Pick<FunctionEntry, 'pipeline' | 'recording'> {
  readonly name: string;
  readonly resource: string | undefined;
}

/** What the source of a module shows without running it. */
interface SourceModule {
  readonly exported: ReadonlySet<string>;
  /** Where names come from that other modules declare. */
  readonly imports: ReadonlyMap<string, { readonly name: string; readonly from: string }>;
  /** Exported calls with a method, a path and a name: `endpoint('GET', '/api/v1/stops', 'list-stops', { resource: stop })`. */
  readonly endpoints: ReadonlyMap<string, EndpointSource>;
  /** The export that a declaration with this schema makes. */
  recordOf(schema: string): string | undefined;
}

function moduleAt(file: string): SourceModule {
  const { program, module } = parsed(file);
  const calls = exportedCalls(program);
  const endpoints = calls.flatMap(([name, { arguments: given }]) => {
    const [, where, named, declared] = given;
    if (where?.type !== 'Literal' || named?.type !== 'Literal' || declared?.type !== 'ObjectExpression')
      return [];
    const whole = wholeOf(declared, file);
    const resource = identifierIn(whole, 'resource');
    return [[name, { name: String(named.value), resource, ...partsOf(whole) }] as const];
  });
  const records = calls.flatMap(
    ([
      name,
      {
        arguments: [declared],
      },
    ]) => (declared?.type === 'ObjectExpression' ? [{ name, declared }] : []),
  );
  return {
    exported: new Set(
      module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ exportName, isType }) =>
          isType || exportName.name === null ? [] : [exportName.name],
        ),
      ),
    ),
    imports: new Map(
      module.staticImports.flatMap(({ moduleRequest, entries }) =>
        entries.map(({ localName, importName }) => [
          localName.value,
          { name: importName.name ?? localName.value, from: moduleRequest.value },
        ]),
      ),
    ),
    endpoints: new Map(endpoints),
    recordOf: (schema) =>
      (
        records.find(({ declared }) => identifierIn(declared, 'of') === schema) ??
        records.find(({ declared }) => identifierIn(declared, 'schema') === schema)
      )?.name,
  };
}

type Call = Extract<Expression, { type: 'CallExpression' }>;

function exportedCalls({ body }: ParseResult['program']): readonly (readonly [name: string, call: Call])[] {
  return body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined;
    if (declared?.type !== 'VariableDeclaration') return [];
    return declared.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init?.type === 'CallExpression' ? [[id.name, init] as const] : [],
    );
  });
}

/** A declaration with the members of the constants that it spreads, of its own module or of one that this imports. */
function wholeOf(declared: ObjectExpression, file: string): ObjectExpression {
  const properties = declared.properties.flatMap((one) => {
    const name =
      one.type === 'SpreadElement' && one.argument.type === 'Identifier' ? one.argument.name : undefined;
    const constant = name === undefined ? undefined : constantIn(file, name);
    return constant ? wholeOf(constant.value, constant.file).properties : [one];
  });
  return { ...declared, properties };
}

function constantIn(file: string, name: string): { value: ObjectExpression; file: string } | undefined {
  const { program, module } = parsed(file);
  const value = program.body
    .map((one) => (one.type === 'ExportNamedDeclaration' ? one.declaration : one))
    .flatMap((one) => (one?.type === 'VariableDeclaration' ? one.declarations : []))
    .flatMap(({ id, init }) => (id.type === 'Identifier' && id.name === name && init ? [plainOf(init)] : []))
    .find((init) => init.type === 'ObjectExpression');
  if (value) return { value, file };
  for (const { moduleRequest, entries } of module.staticImports) {
    const imported = entries.find(({ localName }) => localName.value === name)?.importName.name;
    const source = imported ? fileOf(moduleRequest.value, file) : undefined;
    if (imported && source && existsSync(source)) return constantIn(source, imported);
  }
  return undefined;
}

/** An expression without `as` and `satisfies`. */
const plainOf = (value: Expression): Expression =>
  value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression'
    ? plainOf(value.expression)
    : value;

/** The file of an import of our own in a file of `shared`. */
function fileOf(from: string, file: string): string | undefined {
  if (from.startsWith('.')) return path.join(path.dirname(file), from);
  const steps = file.split(path.sep);
  const shared = steps.slice(0, steps.lastIndexOf('shared') + 1).join(path.sep);
  return from.startsWith('#') ? path.join(shared, from.slice(1)) : undefined;
}

const parsed = (file: string) => parseSync(file, readFileSync(file, 'utf8'));

/** What an endpoint needs of the pipeline: everything if a part of its declaration is elsewhere. */
function partsOf(declared: ObjectExpression): Pick<FunctionEntry, 'pipeline' | 'recording'> {
  const isWhole = declared.properties.every(({ type }) => type === 'Property');
  if (!isWhole) return { pipeline: 'operation', recording: true };
  const data = valueIn(declared, 'data');
  if (data?.type === 'Literal' && data.value === 'none') {
    return { pipeline: 'plainEndpoint', recording: false };
  }
  const recording = ['wakesWorkers', 'recordsActivity'].some((one) => valueIn(declared, one) !== undefined);
  if (valueIn(declared, 'idempotent')) return { pipeline: 'operation', recording };
  if (valueIn(declared, 'body')) return { pipeline: 'unkeyedOperation', recording };
  const onlyReads = data?.type === 'Literal' && data.value === 'read' && !recording;
  return { pipeline: onlyReads ? 'reading' : 'bodilessOperation', recording };
}

/** The value of a member that is written there. */
function valueIn({ properties }: ObjectExpression, member: string): Expression | undefined {
  const found = properties.findLast(
    (one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === member,
  );
  return found?.type === 'Property' ? found.value : undefined;
}

function identifierIn(declared: ObjectExpression, member: string): string | undefined {
  const value = valueIn(declared, member);
  return value?.type === 'Identifier' ? value.name : undefined;
}

const scheme = 'entry:';

/** What esbuild starts from. */
export const startOf = ({ name, file, entry }: FunctionSource): string => (entry ? scheme + name : file);

/** Resolves the entries of handlers, which are in no file. */
export const handlerEntries = (root: string, sources: ReadonlyMap<string, FunctionSource>): Plugin => ({
  name: 'handler-entries',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^entry:/ }, ({ path: start }) => ({
      path: start.slice(scheme.length),
      namespace: 'entry',
    }));
    onLoad({ filter: /.*/, namespace: 'entry' }, ({ path: name }) => {
      const source = sources.get(name);
      return {
        contents: source?.entry ? textOf(root, source, source.entry) : '',
        resolveDir: root,
        loader: 'ts',
      };
    });
  },
});

function textOf(root: string, { name, file }: FunctionSource, entry: FunctionEntry): string {
  const { handler, contract, pipeline, loader, recording } = entry;
  // Its functions have no table, which the other pipelines open.
  const isPlain = pipeline === 'plainEndpoint';
  const module = isPlain ? 'plain-endpoint' : name.startsWith('claims/') ? 'claims-operation' : 'operation';
  const given = [
    ...['declaration', 'run'],
    ...(isPlain ? [] : [loader ? 'loader' : 'undefined']),
    ...(recording ? ['recorders'] : []),
  ];
  return [
    `import { ${handler} as declaration } from '${contract}';`,
    `import { ${handler} as run } from './${path.relative(root, file).replaceAll(path.sep, '/')}';`,
    `import { ${pipeline} } from '#http/endpoint/${module}.ts';`,
    ...(loader ? [`import { ${loader.name} as loader } from '${loader.records}';`] : []),
    ...(recording ? [`import { recorders } from '#http/endpoint/recorders.ts';`] : []),
    `export const handler = ${pipeline}(${given.join(', ')});`,
  ].join('\n');
}
