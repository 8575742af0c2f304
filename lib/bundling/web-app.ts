import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBuildProcess } from '../build-process.ts';
import { digestOfFiles } from '../source-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = fileURLToPath(new URL('./web-build-process.ts', import.meta.url));

/** Directory of the built app. */
export const webAppDirectory = path.join(root, 'web/dist');

/** Everything that Vite reads. */
const sources = [
  'web/**/*',
  'clients/typescript/src/runtime/**/*',
  'lib/bundling/lazy-declarations.ts',
  'shared/{calendar,claims,commerce,contract,x12}/**/*',
  'package.json',
  'package-lock.json',
];

/** File beside `index.html` with the digest of the sources; it is neither served nor deployed. */
const markName = '.digest';

interface WebAppOptions {
  readonly outdir?: string;
  /** Called before a build, which takes seconds. */
  readonly onBuild?: () => void;
}

/**
 * The directory of the web app of the present sources, which Vite builds again only after a change.
 *
 * @returns the directory
 * @throws Error with the reason of Vite
 */
export async function currentWebApp({
  outdir = webAppDirectory,
  onBuild = () => {},
}: WebAppOptions = {}): Promise<string> {
  const digest = digestOfFiles(sources, '', `${path.sep}web${path.sep}dist${path.sep}`);
  const mark = path.join(outdir, markName);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return outdir;
  onBuild();
  const draft = `${outdir}.${process.pid}`;
  const old = `${draft}.old`;
  try {
    makeFolder(draft);
    await buildInProcess(draft);
    writeFileSync(path.join(draft, markName), digest);
    // Another process may serve the old files meanwhile, so they are replaced at once.
    if (existsSync(outdir)) renameSync(outdir, old);
    renameSync(draft, outdir);
  } finally {
    for (const leftover of [draft, old]) rmSync(leftover, { recursive: true, force: true });
  }
  return outdir;
}

/** Throws an Error with one sentence, where Vite would name its own temporary files. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    const reason = typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
    throw new Error(
      `The web app cannot be built: ${path.dirname(folder)} is not writable (${reason}). Without the app: npm start -- --no-web.`,
    );
  }
}

/** Builds in a process, so that Vite's memory is freed. */
async function buildInProcess(outdir: string): Promise<void> {
  const { ended } = startBuildProcess('The build of the web app', program, {
    arguments: [outdir],
    // A test sets NODE_ENV, which would give a build for development. The reason of a failure is one message.
    environment: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
  });
  const { code, reason } = await ended;
  if (code !== 0) throw new Error(`The web app cannot be built: ${reason}`);
}
