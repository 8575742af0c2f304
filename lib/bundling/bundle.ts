import { globSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type OutputFile } from 'esbuild';
import { type FunctionSource, functionName, functionSources } from './function-sources.ts';
import { functionsWithChunks } from './functions-with-chunks.ts';
import { jsonSchemaFunctions } from './json-schema-functions.ts';
import { lazyLibrariesOf, lazyLibrariesPlugin, lazyLibraryEntries } from './lazy-libraries.ts';
import { libraryFiles, zodWithoutJsonSchema } from './library-files.ts';
import { oneSharedChunk } from './one-shared-chunk.ts';
import { errorsOfService, serviceOf } from './service-errors.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const environmentCredentials = fileURLToPath(new URL('./environment-credentials.ts', import.meta.url));
const unusedSdkParts = fileURLToPath(new URL('./unused-sdk-parts.ts', import.meta.url));

export const bundlesDirectory = path.join(root, '.cache/functions');

interface BundleOptions {
  /** Directory of the sources; each `.ts` file below it is one function. */
  readonly functionsDirectory?: string;
  readonly outdir?: string;
}

/**
 * Bundles every function: `functions/claims/files/list-files.ts` becomes `claims/list-files/index.mjs`, with its source
 * map, a file for each library that it imports dynamically, and chunks if it imports our own modules dynamically. Unchanged
 * files are not written, stale files are removed.
 *
 * @returns the metafile of esbuild, which lists the inputs of each file
 */
export async function bundleFunctions({
  functionsDirectory = path.join(root, 'functions'),
  outdir = bundlesDirectory,
}: BundleOptions = {}): Promise<Metafile> {
  const sources = functionSources(functionsDirectory);
  const names = sources.map(({ name }) => name);
  const withChunks = sources.filter(hasChunks);
  const whole = sources.filter((source) => !hasChunks(source));
  const groups = Map.groupBy(whole, ({ name, file }) =>
    JSON.stringify([serviceOf(file), jsonSchemaFunctions.includes(name)]),
  );
  const [libraries, split, ...groupsBuilt] = await Promise.all([
    build({ ...settings, entryPoints: lazyLibraryEntries, outdir }),
    buildWithChunks(withChunks, outdir),
    ...[...groups.values()].map((group) => buildGroup(group, outdir)),
  ]);
  const built = [...groupsBuilt, ...split];

  const files: WrittenFile[] = built.flatMap(({ outputFiles }) => outputFiles);
  const inputs = Object.assign({}, ...built.map(({ metafile }) => metafile.inputs));
  const outputs: Metafile['outputs'] = Object.assign({}, ...built.map(({ metafile }) => metafile.outputs));
  for (const name of names) {
    const directory = path.join(outdir, name);
    const ofFunction = Object.keys(outputs).filter((file) => path.dirname(file) === fromRoot(directory));
    for (const library of lazyLibrariesOf(ofFunction.flatMap((file) => outputs[file]?.imports ?? []))) {
      for (const file of [`${library}.mjs`, `${library}.mjs.map`]) {
        const made = libraries.outputFiles.find((output) => output.path === path.join(outdir, file));
        const account = libraries.metafile.outputs[fromRoot(path.join(outdir, file))];
        if (!made || !account) throw new Error(`esbuild wrote no ${file}`);
        files.push({ path: path.join(directory, file), contents: made.contents });
        outputs[fromRoot(path.join(directory, file))] = account;
      }
    }
  }
  await Promise.all(files.map((file) => writeIfChanged(file, outdir)));
  await removeOthers(names, files, outdir);
  return { inputs: { ...libraries.metafile.inputs, ...inputs }, outputs };
}

/** Bundles functions of one service, which all make JSON Schemas or do not. */
const buildGroup = (group: readonly FunctionSource[], outdir: string) =>
  build({
    ...settingsOf(group),
    entryPoints: group.map(({ name, file }) => ({ in: file, out: path.join(name, 'index') })),
    outdir,
  });

const hasChunks = ({ file }: FunctionSource): boolean =>
  functionsWithChunks.includes(functionName(path.relative(path.join(root, 'functions'), file)));

/** Bundles functions with chunks, each alone: esbuild would share the chunks of one build. */
async function buildWithChunks(functions: readonly FunctionSource[], outdir: string) {
  const built: Awaited<ReturnType<typeof buildGroup>>[] = [];
  for (const { name, file } of functions) {
    const base = settingsOf([{ name, file }]);
    built.push(
      await build({
        ...base,
        plugins: [oneSharedChunk(file), ...base.plugins],
        entryPoints: [{ in: file, out: 'index' }],
        outdir: path.join(outdir, name),
        splitting: true,
        chunkNames: '[name]-[hash]',
      }),
    );
  }
  return built;
}

/** The settings for functions of one service. */
function settingsOf([first]: readonly FunctionSource[]) {
  const ofService = errorsOfService(serviceOf(first?.file ?? ''));
  const schemas = jsonSchemaFunctions.includes(first?.name ?? '') ? [] : [zodWithoutJsonSchema];
  return { ...settings, plugins: [ofService, ...schemas, ...settings.plugins] };
}

type WrittenFile = Pick<OutputFile, 'path' | 'contents'>;

const fromRoot = (file: string) => path.relative(root, file);

const settings = {
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
  plugins: [lazyLibrariesPlugin, libraryFiles],
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

/** Replaces files atomically and only if they changed, because another process may read them. */
async function writeIfChanged({ path: file, contents }: WrittenFile, outdir: string): Promise<void> {
  const present = await readFile(file).catch(() => undefined);
  if (present?.equals(contents)) return;
  await mkdir(path.dirname(file), { recursive: true });
  const draft = path.join(outdir, `${process.pid}-${path.relative(outdir, file).replaceAll(path.sep, '-')}`);
  await writeFile(draft, contents);
  await rename(draft, file);
}

/** Removes stale files, because a function is deployed with its whole directory. */
async function removeOthers(
  names: readonly string[],
  files: readonly WrittenFile[],
  outdir: string,
): Promise<void> {
  const wanted = new Set(files.map((file) => file.path));
  const present = names.flatMap((name) => globSync(path.join(outdir, name, '*.{mjs,map}')));
  await Promise.all(present.filter((file) => !wanted.has(file)).map((file) => rm(file, { force: true })));
}
