// Runs before every npm script, on whatever Node the machine has: installs the locked dependencies when
// node_modules is missing or made from an older lockfile, so that a fresh clone needs no command before.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const mark = `${root}node_modules/.installed-lockfile`;
const lockfile = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');

if (!isInstalled()) {
  process.stderr.write('Installing dependencies (npm ci)…\n');
  const npm = process.env.npm_execpath;
  const [command, ...before] = npm ? [process.execPath, npm] : ['npm'];
  const { status } = spawnSync(command, [...before, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    // What a command writes to its standard output may go to a file.
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  if (status !== 0) {
    process.stderr.write('npm ci failed; its messages above say why.\n');
    process.exit(1);
  }
  writeFileSync(mark, lockfile);
  process.stderr.write('Bundling the functions…\n');
  // Node 24 came with the packages. What goes wrong here is told by the command that needs the bundles.
  spawnSync(`${root}node_modules/.bin/node`, ['bin/bundle.ts'], { cwd: root, stdio: 'ignore' });
}

/** Installed by this script from this very lockfile, or by hand after the lockfile was last written. */
function isInstalled() {
  if (readText(mark) === lockfile) return true;
  return modifiedAt('node_modules/.package-lock.json') > modifiedAt('package-lock.json');
}

function modifiedAt(path) {
  return statSync(`${root}${path}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
