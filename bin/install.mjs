// Runs before `npm start` and `npm test` on whatever Node the machine has: installs the locked dependencies
// when node_modules is missing or older than the lockfile, so that a fresh clone needs no command before.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modifiedAt = (path) => statSync(`${root}${path}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (modifiedAt('node_modules/.package-lock.json') < modifiedAt('package-lock.json')) {
  process.stderr.write('Installing dependencies (npm ci)…\n');
  const npm = process.env.npm_execpath;
  const [command, ...before] = npm ? [process.execPath, npm] : ['npm'];
  const { status } = spawnSync(command, [...before, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) {
    process.stderr.write('npm ci failed; its messages above say why.\n');
    process.exit(1);
  }
}
