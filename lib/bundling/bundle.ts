import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BuildResult, build, type Metafile, type OutputFile, stop } from 'esbuild';
import * as z from 'zod';
import { killed } from '../build-process.ts';
import { whileLocked } from '../process-lock.ts';
import { digestOfFiles } from '../source-files.ts';
import { functionsWithChunks, oneSharedChunk, withoutChunks } from './chunks.ts';
import { errorsOfService, root, serviceOf, settings, statusTextsOnly } from './esbuild-settings.ts';
import { type FunctionSource, functionSources, handlerEntries, startOf } from './function-sources.ts';
import { lazyDeclarations } from './lazy-declarations.ts';
import { lazyLibrariesOf, lazyLibrariesPlugin, lazyLibraryEntries } from './lazy-libraries.ts';

export const bundlesDirectory = path.join(root, '.cache/functions');

/** Functions that are bundled at a time. More take more memory: with 20, everything takes two thirds of a gigabyte. */
const batchSize = 20;

/** esbuild is a Go program, which doubles its heap between collections. Near this size it collects more often instead. */
const esbuildMemory = '300MiB';

/** Everything but the sources that can change a bundle: the settings of esbuild and the versions of the libraries. */
const settingsFiles = [
  'lib/bundling/{bundle,chunks,environment-credentials,esbuild-settings,function-sources,lazy-*,unused-sdk-parts}.ts',
  'package-lock.json',
  'tsconfig.json',
];

/** What is known of each function that is bundled, in the directory of the bundles. */
const accountName = '.bundled.json';
const accountSchema = z.object({
  /** Our own sources by their numbers in `functions`. */
  files: z.array(z.string()),
  functions: z.record(
    z.string(),
    z.object({ digest: z.string(), inputs: z.array(z.int()), outputs: z.array(z.string()) }),
  ),
});

interface BundledFunction {
  /** Digest of the settings and of the contents of `inputs`. */
  readonly digest: string;
  /** Our own sources that the function imports, also those of which nothing is in its bundle. Paths from the root. */
  readonly inputs: readonly string[];
  /** Names of its files. */
  readonly outputs: readonly string[];
}

type BuiltFiles = BuildResult<{ write: false; metafile: true }>;

interface BundlerOptions {
  /** Directory of the sources; see {@link functionSources}. */
  readonly functionsDirectory?: string;
  readonly outdir?: string;
  readonly functionsAtATime?: number;
}

/**
 * Bundles functions: `functions/claims/work/ingest-file.ts` becomes `claims/ingest-file/index.mjs`, with its source map, a file
 * for each library that it imports dynamically, and chunks if it imports our own modules dynamically. A function is bundled
 * again only if one of its own inputs changed, whatever else is bundled with it.
 */
export class Bundler {
  readonly outdir: string;
  readonly #sources: ReadonlyMap<string, FunctionSource>;
  readonly #batchSize: number;
  readonly #settingsDigest: string;
  readonly #contents = new Map<string, string>();
  readonly #plugins;

  constructor({
    functionsDirectory = path.join(root, 'functions'),
    outdir = bundlesDirectory,
    functionsAtATime = batchSize,
  }: BundlerOptions = {}) {
    this.outdir = outdir;
    this.#sources = new Map(functionSources(functionsDirectory).map((source) => [source.name, source]));
    this.#plugins = [
      handlerEntries(root, this.#sources),
      statusTextsOnly,
      lazyLibrariesPlugin,
      lazyDeclarations(),
    ];
    this.#batchSize = functionsAtATime;
    // esbuild starts its process with our environment, and has no option for it.
    process.env['GOMEMLIMIT'] ??= esbuildMemory;
    const { imports } = z
      .object({ imports: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
    this.#settingsDigest = digestOfFiles(settingsFiles, JSON.stringify(imports));
  }

  /** Names of all functions, such as `claims/list-files`. */
  get names(): readonly string[] {
    return [...this.#sources.keys()];
  }

  /** Makes the directory of each function, so that templates can name it before its bundle is there. Returns their parent. */
  makeDirectories(): string {
    for (const name of this.names) mkdirSync(path.join(this.outdir, name), { recursive: true });
    return this.outdir;
  }

  /** Names of the functions whose bundles are missing or of other sources. */
  stale(): readonly string[] {
    const bundled = this.#account();
    return this.names.filter((name) => !this.#isCurrent(name, bundled.get(name)));
  }

  /**
   * Bundles those of the functions that are not current, a batch at a time. Other processes wait meanwhile.
   *
   * @throws Error with the reason of esbuild
   */
  async bundle(names: readonly string[]): Promise<void> {
    for (let at = 0; at < names.length; at += this.#batchSize) {
      await this.#bundleBatch(names.slice(at, at + this.#batchSize));
    }
  }

  #bundleBatch(batch: readonly string[]): Promise<void> {
    return whileLocked(`${this.outdir}.lock`, async () => {
      const bundled = this.#account();
      const stale = batch.filter((name) => !this.#isCurrent(name, bundled.get(name)));
      if (stale.length === 0) return;
      // The entries are missing while files are written, so that incomplete bundles are never used.
      for (const name of stale) bundled.delete(name);
      this.#writeAccount(bundled);
      for (const [name, made] of await this.#build(stale).catch(fail)) bundled.set(name, made);
      this.#writeAccount(bundled);
    });
  }

  async #build(names: readonly string[]): Promise<ReadonlyMap<string, BundledFunction>> {
    const sources = names.flatMap((name) => this.#sources.get(name) ?? []);
    const made = new Map<string, BundledFunction>();
    const whole = sources.filter(({ name }) => !hasChunks(name));
    const split = sources.filter(({ name }) => hasChunks(name));
    for (const group of [
      ...Map.groupBy(whole, ({ file, entry }) => `${serviceOf(file)} ${entry !== undefined}`).values(),
      ...split.map((one) => [one]),
    ]) {
      const { outputFiles, metafile } = await this.#buildGroup(group);
      for (const source of group) made.set(source.name, await this.#write(source, outputFiles, metafile));
    }
    return made;
  }

  /**
   * Bundles plain handlers of one service, its other functions, or one function with chunks: esbuild would share the chunks of one build.
   */
  #buildGroup(group: readonly FunctionSource[]) {
    const [first] = group;
    const plugins = [errorsOfService(serviceOf(first?.file ?? '')), ...this.#plugins];
    if (first === undefined || !hasChunks(first.name)) {
      const entryPoints = group.map((source) => ({
        in: startOf(source),
        out: path.join(source.name, 'index'),
      }));
      const own = first?.entry ? [withoutChunks, ...plugins] : plugins;
      return build({ ...settings, plugins: own, entryPoints, outdir: this.outdir });
    }
    return build({
      ...settings,
      plugins: [oneSharedChunk(startOf(first)), ...plugins],
      entryPoints: [{ in: startOf(first), out: 'index' }],
      outdir: path.join(this.outdir, first.name),
      splitting: true,
      chunkNames: '[name]-[hash]',
    });
  }

  /** Writes the files of a function and removes those of an earlier bundle. */
  async #write(
    source: FunctionSource,
    outputs: readonly OutputFile[],
    metafile: Metafile,
  ): Promise<BundledFunction> {
    const directory = path.join(this.outdir, source.name);
    const files = new Map(
      outputs
        .filter((output) => path.dirname(output.path) === directory)
        .map((output) => [path.basename(output.path), output.contents]),
    );
    const imports = [...files.keys()].flatMap(
      (output) => metafile.outputs[fromRoot(path.join(directory, output))]?.imports ?? [],
    );
    for (const library of lazyLibrariesOf(imports)) {
      for (const { path: made, contents } of (await this.#lazyLibraries()).outputFiles) {
        if ([`${library}.mjs`, `${library}.mjs.map`].includes(path.basename(made)))
          files.set(path.basename(made), contents);
      }
    }
    mkdirSync(directory, { recursive: true });
    for (const [output, contents] of files) writeIfChanged(path.join(directory, output), contents);
    for (const present of globSync('*.{mjs,map}', { cwd: directory })) {
      if (!files.has(present)) rmSync(path.join(directory, present), { force: true });
    }
    const inputs = ownInputs(source.entry ? startOf(source) : fromRoot(source.file), metafile.inputs);
    return { digest: this.#digestOf(inputs), inputs, outputs: [...files.keys()].sort() };
  }

  #libraries: Promise<BuiltFiles> | undefined;

  /** Libraries are the same for all functions, so they are built once. */
  #lazyLibraries() {
    this.#libraries ??= build({
      ...settings,
      plugins: this.#plugins,
      entryPoints: lazyLibraryEntries,
      outdir: this.outdir,
    });
    return this.#libraries;
  }

  #isCurrent(name: string, known: BundledFunction | undefined): boolean {
    if (known?.digest !== this.#digestOf(known?.inputs ?? [])) return false;
    return known.outputs.every((file) => existsSync(path.join(this.outdir, name, file)));
  }

  #digestOf(inputs: readonly string[]): string {
    const hash = createHash('sha256').update(this.#settingsDigest);
    for (const input of inputs) hash.update(`${input}\0${this.#digestOfFile(input)}\0`);
    return hash.digest('hex');
  }

  #digestOfFile(file: string): string {
    const known = this.#contents.get(file);
    if (known !== undefined) return known;
    const absolute = path.resolve(root, file);
    const digest = existsSync(absolute)
      ? createHash('sha256').update(readFileSync(absolute)).digest('hex')
      : '';
    this.#contents.set(file, digest);
    return digest;
  }

  #account(): Map<string, BundledFunction> {
    const file = path.join(this.outdir, accountName);
    if (!existsSync(file)) return new Map();
    const { files, functions } = accountSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return new Map(
      Object.entries(functions)
        // A function that is gone may have sources that are gone.
        .filter(([name]) => this.#sources.has(name))
        .map(([name, known]) => [
          name,
          { ...known, inputs: known.inputs.map((index) => files[index] ?? '') },
        ]),
    );
  }

  #writeAccount(bundled: ReadonlyMap<string, BundledFunction>): void {
    const numbers = new Map<string, number>();
    const numberOf = (file: string) => {
      const number = numbers.get(file) ?? numbers.size;
      numbers.set(file, number);
      return number;
    };
    const functions = Object.fromEntries(
      [...bundled].map(([name, known]) => [name, { ...known, inputs: known.inputs.map(numberOf) }]),
    );
    mkdirSync(this.outdir, { recursive: true });
    const text = JSON.stringify({ files: [...numbers.keys()], functions });
    writeIfChanged(path.join(this.outdir, accountName), Buffer.from(text));
  }
}

/**
 * Bundles every function of these sources that has no current bundle.
 *
 * @returns the directory of the bundles
 */
export async function currentBundles(options: BundlerOptions = {}): Promise<string> {
  const bundler = new Bundler(options);
  const stale = bundler.stale();
  if (stale.length === 0) return bundler.outdir;
  await bundler.bundle(stale);
  // The service of esbuild would keep its memory.
  await stop();
  return bundler.outdir;
}

const hasChunks = (name: string): boolean => functionsWithChunks.includes(name);

/** esbuild is a process of its own, which the system ends first when memory is short. */
function fail(error: unknown): never {
  const isEnded =
    error instanceof Error && /The service (was stopped|is no longer running)/.test(error.message);
  throw isEnded ? new Error(killed('esbuild'), { cause: error }) : error;
}

const fromRoot = (file: string) => path.relative(root, file);

/** Our own files that a source imports, directly or not, the source included. Libraries follow the lockfile. */
function ownInputs(source: string, inputs: Metafile['inputs']): readonly string[] {
  const reached = new Set([source]);
  for (const one of reached) {
    for (const { path: imported, external } of inputs[one]?.imports ?? []) {
      if (!external && imported in inputs && !imported.includes('node_modules/')) reached.add(imported);
    }
  }
  // The entry of a handler follows from the modules that it imports, and texts of status codes from the settings.
  const files = [...reached].filter((file) => !/^(?:entry|status-texts):/.test(file));
  return [...new Set(files.map((file) => file.replace(/^own-module:/, '')))].sort();
}

/** Replaces a file atomically and only if it changed, because another process may read it. */
function writeIfChanged(file: string, contents: Uint8Array): void {
  if (existsSync(file) && readFileSync(file).equals(contents)) return;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, file);
}
