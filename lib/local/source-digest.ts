import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Everything that a synthesis reads: the stacks, the functions, what both share, and the installed packages. */
const sources = ['lib/**/*.ts', 'functions/**/*.ts', 'shared/**/*', 'package.json', 'package-lock.json'];

/** A digest of the app's sources and the settings of a synthesis. The runtime's own files are no part of the app. */
export function sourceDigest(context: Readonly<Record<string, unknown>>): string {
  const hash = createHash('sha256').update(JSON.stringify(context));
  const entries = sources.flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }));
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.filter((path) => !path.includes('/lib/local/')).sort()) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
