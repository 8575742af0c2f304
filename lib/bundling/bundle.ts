import { globSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type OutputFile } from 'esbuild';
import { functionSources } from './function-sources.ts';
import { lazyLibrariesOf, lazyLibrariesPlugin, lazyLibraryEntries } from './lazy-libraries.ts';
import { libraryFiles } from './library-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const environmentCredentials = fileURLToPath(new URL('./environment-credentials.ts', import.meta.url));
const unusedSdkParts = fileURLToPath(new URL('./unused-sdk-parts.ts', import.meta.url));

/** Where bundles are written to, and taken from by the stacks. */
export const bundlesDirectory = path.join(root, '.cache/functions');

interface BundleOptions {
  /** Sources: each `.ts` file below is one function. */
  readonly functionsDirectory?: string;
  readonly outdir?: string;
}

/**
 * Bundles every function: `functions/claims/files/list-files.ts` becomes `claims/list-files/index.mjs` with its
 * source map beside it, and with the libraries that it imports dynamically, a file each. Files whose content is
 * unchanged are not written again, and files that are of no use any more are removed.
 *
 * @returns esbuild's account of what went into each file
 */
export async function bundleFunctions({
  functionsDirectory = path.join(root, 'functions'),
  outdir = bundlesDirectory,
}: BundleOptions = {}): Promise<Metafile> {
  const sources = functionSources(functionsDirectory);
  const names = sources.map(({ name }) => name);
  const entries = sources.map(({ name, file }) => ({ in: file, out: path.join(name, 'index') }));
  const [functions, libraries] = await Promise.all([
    build({ ...settings, entryPoints: entries, outdir }),
    build({ ...settings, entryPoints: lazyLibraryEntries, outdir }),
  ]);

  const files: WrittenFile[] = functions.outputFiles;
  const { inputs, outputs } = functions.metafile;
  for (const name of names) {
    const directory = path.join(outdir, name);
    for (const library of lazyLibrariesOf(outputs[fromRoot(path.join(directory, 'index.mjs'))])) {
      for (const file of [`${library}.mjs`, `${library}.mjs.map`]) {
        const made = libraries.outputFiles.find((output) => output.path === path.join(outdir, file));
        const account = libraries.metafile.outputs[fromRoot(path.join(outdir, file))];
        if (!made || !account) throw new Error(`esbuild made no ${file}`);
        files.push({ path: path.join(directory, file), contents: made.contents });
        outputs[fromRoot(path.join(directory, file))] = account;
      }
    }
  }
  await Promise.all(files.map((file) => writeIfChanged(file, outdir)));
  await removeOthers(names, files, outdir);
  return { inputs: { ...libraries.metafile.inputs, ...inputs }, outputs };
}

type WrittenFile = Pick<OutputFile, 'path' | 'contents'>;

/** The name of a file in esbuild's accounts. */
const fromRoot = (file: string) => path.relative(root, file);

const settings = {
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // The CommonJS builds that `main` alone would choose load three times slower.
  mainFields: ['module', 'main'],
  // Some packages still call `require` for Node's own modules.
  banner: { js: "import{createRequire}from'module';const require=createRequire(import.meta.url);" },
  alias: {
    '@aws-sdk/credential-provider-node': environmentCredentials,
    '@aws-sdk/endpoint-cache': unusedSdkParts,
    '@smithy/core/event-streams': unusedSdkParts,
  },
  plugins: [lazyLibrariesPlugin, libraryFiles],
  // ssh2 speeds its ciphers up with native parts where they are built, and does without them otherwise.
  external: ['*.node'],
  // It also asks where it is, which modules know by another name.
  define: { __dirname: 'import.meta.dirname' },
  minify: true,
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
  write: false,
  logLevel: 'warning',
} satisfies BuildOptions & { write: false; metafile: true };

/** Another process (a test run beside `npm start`) may be reading: unchanged files stay, changed ones are renamed in. */
async function writeIfChanged({ path: file, contents }: WrittenFile, outdir: string): Promise<void> {
  const present = await readFile(file).catch(() => undefined);
  if (present?.equals(contents)) return;
  await mkdir(path.dirname(file), { recursive: true });
  const draft = path.join(outdir, `${process.pid}-${path.relative(outdir, file).replaceAll(path.sep, '-')}`);
  await writeFile(draft, contents);
  await rename(draft, file);
}

/** Everything in a function's directory is deployed with it. */
async function removeOthers(
  names: readonly string[],
  files: readonly WrittenFile[],
  outdir: string,
): Promise<void> {
  const wanted = new Set(files.map((file) => file.path));
  const present = names.flatMap((name) => globSync(path.join(outdir, name, '*.{mjs,map}')));
  await Promise.all(present.filter((file) => !wanted.has(file)).map((file) => rm(file, { force: true })));
}
