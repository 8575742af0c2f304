// Runs before every npm script, on any Node, so that a fresh clone needs no setup. It installs the locked dependencies if
// node_modules is missing or older than the lockfile, tries the embedded DynamoDB engine of this platform, and ensures
// that scripts run on Node 24 or later. With --check, after `npm ci`, it only removes a packaged Node that does not run.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';

const oldestNode = 24;
const root = fileURLToPath(new URL('..', import.meta.url));
const modules = `${root}node_modules/`;
const mark = `${modules}.installed-lockfile`;
const platform = `${process.platform}-${process.arch}`;

if (process.platform === 'win32') {
  stop('Granary does not run on Windows itself; use WSL, which `wsl --install` sets up.');
}
if (process.argv.includes('--check')) {
  findNode();
} else {
  prepare();
}

function prepare() {
  const lockfile = readFileSync(`${root}package-lock.json`, 'utf8');
  const digest = createHash('sha256').update(lockfile).digest('hex');
  const installed = isInstalled(digest);
  if (!installed) {
    process.stderr.write('Installing dependencies (npm ci)…\n');
    // With NODE_ENV=production, npm would omit the packages that bundle and synthesize the app.
    if (!runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], 'inherit')) {
      stop('npm ci failed; see its messages above.');
    }
    writeFileSync(mark, digest);
  }
  tryEngine(JSON.parse(lockfile), digest);
  const node = findNode();
  if (node === undefined) {
    const found = versionOf('node');
    stop(
      `npm has no Node for ${platform} and ${found ? `node is ${found}` : 'there is no other'}: install Node ${oldestNode} or later.`,
    );
  }
  if (installed) return;
  process.stderr.write('Bundling the functions…\n');
  // The command that needs the bundles reports failures.
  spawnSync(node, ['bin/bundle.ts'], { cwd: root, stdio: 'ignore' });
}

/** Returns whether the dependencies match the lockfile: installed from it by this script, or later than it by hand. */
function isInstalled(digest) {
  if (readText(mark) === digest) return true;
  return modifiedAt('node_modules/.package-lock.json') > modifiedAt('package-lock.json');
}

/**
 * Tries to install the embedded DynamoDB engine of a platform that the lockfile does not cover. DynamoDB Local replaces it
 * if that fails. A failure is recorded, so that there is one attempt per lockfile. npm uses a separate folder, because
 * in node_modules it would remove packages that package.json does not list.
 */
function tryEngine(lockfile, digest) {
  const name = `@dynoxide/${platform}`;
  const failed = `${modules}.failed-engine`;
  if (lockfile.packages[`node_modules/${name}`] || existsSync(modules + name)) return;
  if (readText(failed) === digest || !isWritable(modules)) return;
  process.stderr.write(`Trying the DynamoDB engine for ${platform}…\n`);
  const folder = `${modules}.engine`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, '{}');
  const version = lockfile.packages[''].optionalDependencies['@dynoxide/linux-x64'];
  const quickly = [
    '--fetch-retries=0',
    '--fetch-timeout=60000',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
  ];
  const isThere =
    runNpm(
      ['install', '--prefix', folder, '--no-package-lock', ...quickly, `${name}@${version}`],
      'ignore',
    ) && existsSync(`${folder}/node_modules/${name}`);
  if (isThere) {
    mkdirSync(`${modules}@dynoxide`, { recursive: true });
    renameSync(`${folder}/node_modules/${name}`, modules + name);
  } else {
    writeFileSync(failed, digest);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the Node that scripts use: that of the npm package, or that of the system; undefined if both are too old. */
function findNode() {
  const packaged = `${modules}.bin/node`;
  if (isRecent(packaged)) return packaged;
  // A packaged Node that does not run would hide that of the system on the PATH of scripts.
  if (existsSync(packaged)) rmSync(packaged, { force: true });
  return isRecent('node') ? 'node' : undefined;
}

function isRecent(node) {
  return Number(/^v(\d+)\./.exec(versionOf(node) ?? '')?.[1] ?? 0) >= oldestNode;
}

function versionOf(node) {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Runs npm without its standard output, because the output of the command that follows may go to a file. */
function runNpm(arguments_, errors) {
  const npm = process.env.npm_execpath;
  const [command, ...before] = npm ? [process.execPath, npm] : ['npm'];
  const stdio = ['ignore', 'ignore', errors];
  return spawnSync(command, [...before, ...arguments_], { cwd: root, stdio }).status === 0;
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function modifiedAt(path) {
  return statSync(root + path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
