// Runs before every npm script, on whatever Node the machine has, so that a fresh clone needs no command before.
// Installs the locked dependencies when node_modules is missing or made from an older lockfile, tries the embedded
// DynamoDB engine of this platform, and makes sure that the scripts run on Node 24 or later.
// With --check, which follows every `npm ci`, it takes a Node that does not run out of the way, and no more.
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
  stop('Granary does not run on Windows directly; run it under WSL, which `wsl --install` sets up.');
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
    // With NODE_ENV=production npm would leave out what bundles and synthesizes the app.
    if (!runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], 'inherit')) {
      stop('npm ci failed; its messages above say why.');
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
  // What goes wrong here is reported by the command that needs the bundles.
  spawnSync(node, ['bin/bundle.ts'], { cwd: root, stdio: 'ignore' });
}

/** Installed by this script from this very lockfile, or by hand after the lockfile was last written. */
function isInstalled(digest) {
  if (readText(mark) === digest) return true;
  return modifiedAt('node_modules/.package-lock.json') > modifiedAt('package-lock.json');
}

/**
 * Tries the embedded DynamoDB engine of a platform that the lockfile has none for; DynamoDB Local serves where this
 * fails. A failure is kept, so that it is tried once for each lockfile. npm works in a folder beside the packages,
 * because in theirs it would remove what package.json does not list.
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

/** The Node that scripts find first: the one of the npm package, or the system's. Undefined when both are too old. */
function findNode() {
  const packaged = `${modules}.bin/node`;
  if (isRecent(packaged)) return packaged;
  // It is first on the PATH of every script and would hide the system's.
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

/** Runs npm with its standard output left out, which a command that follows may use for what it writes to a file. */
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
