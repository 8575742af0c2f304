import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * A digest of files of this repository, their paths and contents.
 *
 * @param patterns globs from the root, e.g. `functions/**\/*.ts`
 * @param without leaves out files whose path contains this
 */
export function digestOfFiles(patterns: readonly string[], seed = '', without = '\0'): string {
  const hash = createHash('sha256').update(seed);
  const entries = patterns.flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }));
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(without));
  for (const file of files.sort()) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
