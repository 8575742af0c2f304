// Runs before every npm script, on any Node, so that a fresh clone needs no setup. It installs the locked dependencies if
// node_modules is missing or older than the lockfile, tries the embedded DynamoDB engine of this platform, and ensures
// that scripts run on Node 24 or later, whose program it compares with the hash in package.json. One script installs at a
// time; scripts started meanwhile wait for it. With --check, after `npm ci`, it only removes what no command reads, and a
// packaged Node that is another program or does not run.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const oldestNode = 24;
const root = fileURLToPath(new URL('..', import.meta.url));
const modules = `${root}node_modules/`;
const mark = `${modules}.installed-lockfile`;
const failedEngine = `${modules}.failed-engine`;
/** Holds the pid of the script that installs. Outside node_modules, which `npm ci` deletes. */
const lock = `${root}.cache/install.lock`;
/** An older lock is stale, even if another process has its pid now. */
const maxInstallMilliseconds = 30 * 60_000;
const platform = `${process.platform}-${process.arch}`;
const packagedNode = `${modules}.bin/node`;
const nodePackage = platform === 'darwin-arm64' ? `node-bin-${platform}` : `node-${platform}`;
/**
 * Parts of packages that no command reads, a fifth of all: headers of Node, which only the compilation of a package needs;
 * descriptions of the CDK for other languages; the CommonJS form of a library that everything imports as ES modules; sources
 * beside the programs made of them.
 */
const unreadParts = [
  `${nodePackage}/include`,
  `${nodePackage}/share`,
  'aws-cdk-lib/.jsii.gz',
  'aws-cdk-lib/.jsii.tabl.json.gz',
  'stripe/cjs',
  'zod/src',
  '@cantoo/pdf-lib/src',
];
/** The same in every package: source maps, and types for TypeScript before 4.0. */
const unreadNames = /(^ts3\.4|\.[cm]?[jt]s\.map)$/;

// A reader that closes the pipe must not end an installation.
process.stderr.on('error', () => {});
if (process.platform === 'win32') {
  stop('Granary does not run on Windows itself; use WSL, which `wsl --install` sets up.');
}
if (process.argv.includes('--check')) {
  removeForeignNode();
  removeUnread();
  findNode();
} else {
  prepare();
}

function prepare() {
  const text = readFileSync(`${root}package-lock.json`, 'utf8');
  const lockfile = JSON.parse(text);
  const digest = createHash('sha256').update(text).digest('hex');
  if (isInstalled(digest) && engineToTry(lockfile, digest) === undefined) {
    requireNode(lockfile);
    return;
  }
  const release = takeLock();
  install(lockfile, digest);
  release();
}

/** Installs what is still missing: another script may have installed everything while this one waited for the lock. */
function install(lockfile, digest) {
  const installed = isInstalled(digest);
  if (!installed) {
    refuseLink();
    process.stderr.write('Installing dependencies (npm ci)…\n');
    // With NODE_ENV=production, npm would omit the packages that bundle and synthesize the app.
    const everything = ['--include=dev', '--include=optional'];
    if (!runNpm(['ci', ...everything, '--no-audit', '--no-fund', '--loglevel=error'], 'inherit')) {
      stop('npm ci failed; see its messages above.');
    }
    removeForeignNode();
    removeUnread();
    writeFileSync(mark, digest);
  }
  const engine = engineToTry(lockfile, digest);
  if (engine !== undefined) tryEngine(engine, digest);
  requireNode(lockfile);
}

/**
 * Refuses to install through a symbolic link, because `npm ci` would replace the node_modules of another folder. npm runs
 * scripts in the folder of the package.json, whose bin/ may be a link as well.
 */
function refuseLink() {
  for (const folder of ['', root]) {
    const path = `${folder}node_modules`;
    if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    const target = dirname(existsSync(path) ? realpathSync(path) : path);
    stop(`node_modules is a symbolic link and older than the lockfile: run npm ci in ${target}.`);
  }
}

/** Waits until no other script installs. Returns the release of the lock. */
function takeLock() {
  mkdirSync(dirname(lock), { recursive: true });
  const own = `${lock}.${process.pid}`;
  let waitsFor;
  while (!isOwned(own)) {
    const owner = readText(lock);
    if (owner === undefined) continue;
    if (!isInstalling(owner)) {
      removeStale(owner, own);
      continue;
    }
    if (owner !== waitsFor)
      process.stderr.write(`Waiting for process ${owner} to install the dependencies…\n`);
    waitsFor = owner;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  const release = () => {
    process.off('exit', release);
    rmSync(lock, { force: true });
  };
  process.on('exit', release);
  return release;
}

/** Tries to create the lock. A link shows the lock to others only together with its owner's pid. */
function isOwned(own) {
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

function isInstalling(owner) {
  const takenAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - takenAt > maxInstallMilliseconds) return false;
  try {
    return process.kill(Number(owner), 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes the lock of an ended script, unless another script has replaced the lock meanwhile. */
function removeStale(owner, own) {
  try {
    renameSync(lock, own);
    if (readText(own) !== owner) linkSync(own, lock);
    rmSync(own);
  } catch {
    // Another script has removed the lock.
  }
}

/** Returns whether the dependencies match the lockfile: installed from it by this script, or later than it by hand. */
function isInstalled(digest) {
  if (readText(mark) === digest) return true;
  return modifiedAt('node_modules/.package-lock.json') > modifiedAt('package-lock.json');
}

/**
 * Returns the package of the embedded DynamoDB engine, with its version, on a platform that the lockfile does not cover;
 * undefined if it is installed or was tried with this lockfile.
 */
function engineToTry(lockfile, digest) {
  const name = `@dynoxide/${platform}`;
  if (lockfile.packages[`node_modules/${name}`] || existsSync(modules + name)) return undefined;
  if (readText(failedEngine) === digest) return undefined;
  // The folder is absent before npm ci.
  if (existsSync(modules) && !isWritable(modules)) return undefined;
  return { name, version: lockfile.packages[''].optionalDependencies['@dynoxide/linux-x64'] };
}

/**
 * Tries to install an embedded DynamoDB engine. DynamoDB Local replaces it if that fails. A failure is recorded, so that
 * there is one attempt per lockfile. npm uses a separate folder, because in node_modules it would remove packages that
 * package.json does not list.
 */
function tryEngine({ name, version }, digest) {
  process.stderr.write(`Trying the DynamoDB engine for ${platform}…\n`);
  const folder = `${modules}.engine`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, '{}');
  const quickly = [
    '--fetch-retries=0',
    '--fetch-timeout=60000',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
  ];
  const arguments_ = ['install', '--prefix', folder, '--no-package-lock', ...quickly, `${name}@${version}`];
  if (runNpm(arguments_, 'ignore') && existsSync(`${folder}/node_modules/${name}`)) {
    mkdirSync(`${modules}@dynoxide`, { recursive: true });
    renameSync(`${folder}/node_modules/${name}`, modules + name);
  } else {
    writeFileSync(failedEngine, digest);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Stops where scripts have no recent Node. */
function requireNode(lockfile) {
  if (findNode() !== undefined) return;
  const found = versionOf('node');
  const other = found ? `node is ${found}` : 'there is no other';
  const isOmitted = lockfile.packages[`node_modules/${nodePackage}`] && !existsSync(modules + nodePackage);
  stop(
    isOmitted
      ? `node_modules has no optional packages and ${other}: run npm ci --include=optional.`
      : `npm has no Node for ${platform} and ${other}: install Node ${oldestNode} or later.`,
  );
}

/** Removes a packaged Node whose hash is not in package.json. */
function removeForeignNode() {
  if (!existsSync(packagedNode)) return;
  const program = realpathSync(packagedNode);
  const name = basename(dirname(dirname(program)));
  const { nodePrograms } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  if (createHash('sha256').update(readFileSync(program)).digest('hex') === nodePrograms[name]) return;
  process.stderr.write(`Removed the Node of ${name}: its hash is not the one in package.json.\n`);
  rmSync(program);
}

function removeUnread() {
  if (!existsSync(modules)) return;
  for (const part of unreadParts) rmSync(modules + part, { recursive: true, force: true });
  const folders = [modules];
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${folder}${entry.name}`;
      if (unreadNames.test(entry.name)) rmSync(path, { recursive: true, force: true });
      else if (entry.isDirectory()) folders.push(`${path}/`);
    }
  }
}

/** Returns the Node that scripts use: that of the npm package, or that of the system; undefined if both are too old. */
function findNode() {
  if (isRecent(packagedNode)) return packagedNode;
  // A packaged Node that does not run would hide that of the system on the PATH of scripts.
  rmSync(packagedNode, { force: true });
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
