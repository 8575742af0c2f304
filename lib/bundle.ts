import { globSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type OutputFile } from 'esbuild';
import { libraryFiles } from './bundling/library-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const environmentCredentials = fileURLToPath(
  new URL('./bundling/environment-credentials.ts', import.meta.url),
);
const unusedSdkParts = fileURLToPath(new URL('./bundling/unused-sdk-parts.ts', import.meta.url));

/** Where bundles are written to, and taken from by the stacks. */
export const bundlesDirectory = path.join(root, '.cache/functions');

interface BundleOptions {
  /** Sources: each `.ts` file below is one function. */
  readonly functionsDirectory?: string;
  readonly outdir?: string;
}

/**
 * Bundles every function with one esbuild call: `functions/commerce/create-order.ts` becomes
 * `commerce/create-order/index.mjs` with its source map beside it. A bundle whose content is unchanged is not
 * written again.
 *
 * @returns esbuild's account of what went into each bundle
 */
export async function bundleFunctions({
  functionsDirectory = path.join(root, 'functions'),
  outdir = bundlesDirectory,
}: BundleOptions = {}): Promise<Metafile> {
  const sources = globSync('**/*.ts', { cwd: functionsDirectory }).sort();
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: sources.map((source) => ({
      in: path.join(functionsDirectory, source),
      out: path.join(source.replace(/\.ts$/, ''), 'index'),
    })),
    outdir,
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
    plugins: [libraryFiles],
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
  });
  await Promise.all(outputFiles.map((file) => writeIfChanged(file, outdir)));
  return metafile;
}

/** Another process (a test run beside `npm start`) may be reading: unchanged files stay, changed ones are renamed in. */
async function writeIfChanged({ path: file, contents }: OutputFile, outdir: string): Promise<void> {
  const present = await readFile(file).catch(() => undefined);
  if (present?.equals(contents)) return;
  await mkdir(path.dirname(file), { recursive: true });
  const draft = path.join(outdir, `${process.pid}-${path.relative(outdir, file).replaceAll(path.sep, '-')}`);
  await writeFile(draft, contents);
  await rename(draft, file);
}
