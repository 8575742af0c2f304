import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = path.join(root, '.cache');

interface NativeLibrary {
  readonly library: string;
  /** Its packages for the platform of all functions. */
  readonly parts: readonly string[];
}

/** Libraries with native parts by the function that includes them. No other function may import them. */
export const nativeFunctions: Readonly<Record<string, NativeLibrary>> = {
  'commerce/process-images': {
    library: 'sharp',
    parts: ['@img/sharp-linux-arm64', '@img/sharp-libvips-linux-arm64'],
  },
};

/** The platform of all functions. */
const platform = ['--os=linux', '--cpu=arm64', '--libc=glibc'];

const versions = z.record(z.string(), z.string()).default({});
const lockedPackage = z.looseObject({ version: z.string().optional(), dependencies: versions });
const lockfile = z.object({ packages: z.record(z.string(), lockedPackage) });

/**
 * Installs the native libraries of a function for Lambda's platform, whatever platform this is, in the versions and with
 * the checksums of our lockfile. An installation is kept until the lockfile changes.
 *
 * @returns the node_modules to deploy with the function
 * @throws Error if npm cannot install the libraries
 */
export function nativeLibraries(functionName: string): string {
  const needed = nativeFunctions[functionName];
  if (needed === undefined) throw new Error(`${functionName} has no native libraries`);
  const names = [needed.library, ...needed.parts];
  const { manifest, lock } = partOfLockfile(needed);
  const digest = createHash('sha256')
    .update(JSON.stringify([platform, lock]))
    .digest('hex')
    .slice(0, 16);
  const folder = path.join(cache, `native-${needed.library}-${digest}`);
  const modules = path.join(folder, 'node_modules');
  if (existsSync(modules)) return modules;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(path.join(cache, 'native-draft-'));
  try {
    writeFileSync(path.join(draft, 'package.json'), JSON.stringify(manifest));
    writeFileSync(path.join(draft, 'package-lock.json'), JSON.stringify(lock));
    install(draft, needed.library);
    const missing = names.filter((name) => !existsSync(path.join(draft, 'node_modules', name)));
    if (missing.length > 0) throw new Error(`npm did not install ${missing.join(', ')}`);
    // It has times and paths, which would change the hash of the asset.
    rmSync(path.join(draft, 'node_modules/.package-lock.json'), { force: true });
    for (const stale of globSync(`native-${needed.library}-*`, { cwd: cache })) {
      rmSync(path.join(cache, stale), { recursive: true, force: true });
    }
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return modules;
}

function install(folder: string, library: string): void {
  const npm = process.env['npm_execpath'];
  const [command, ...before] = npm === undefined ? ['npm'] : [process.execPath, npm];
  const options = ['--ignore-scripts', '--no-bin-links', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync(command ?? 'npm', [...before, 'ci', ...platform, ...options], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status === 0) return;
  throw new Error(`npm could not install ${library} for Lambda; it needs the registry:\n${stderr ?? ''}`);
}

/** A package that depends on the library and its parts only, and the part of our lockfile that it needs. */
function partOfLockfile({ library, parts }: NativeLibrary) {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')));
  const needed = new Map<string, object>();
  const add = (name: string, from: string) => {
    const place = [`${from}/node_modules/${name}`, `node_modules/${name}`].find((one) => one in packages);
    const locked = place === undefined ? undefined : packages[place];
    if (place === undefined || locked === undefined) throw new Error(`The lockfile has no ${name}`);
    if (needed.has(place)) return;
    const { optionalDependencies, dev, ...rest } = locked;
    needed.set(place, rest);
    for (const dependency of Object.keys(locked.dependencies)) add(dependency, place);
  };
  for (const name of [library, ...parts]) add(name, '');
  const versionsOf = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, packages[`node_modules/${name}`]?.version]));
  const manifest = {
    name: 'native-libraries',
    version: '1.0.0',
    private: true,
    dependencies: versionsOf([library]),
    // npm compares required packages with this machine, and optional ones with the platform of its options.
    optionalDependencies: versionsOf(parts),
  };
  const lock = {
    name: manifest.name,
    version: manifest.version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...Object.fromEntries(needed) },
  };
  return { manifest, lock };
}
