import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Sources of the contract: of services, and what capabilities declare in their folders. */
export const contractFiles = [
  'shared/contract/**/*.ts',
  'shared/{claims,commerce}/*/{contract,examples,order,*-fields,*-reply}.ts',
] as const;

/**
 * Returns a digest of the paths and contents of files of this repository.
 *
 * @param patterns globs from the root, such as `functions/**\/*.ts`
 * @param without part of the paths of files to leave out
 */
export function digestOfFiles(patterns: readonly string[], seed = '', without = '\0'): string {
  const hash = createHash('sha256').update(seed);
  const entries = patterns.flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }));
  const files = entries
    .filter((entry) => entry.isFile())
    // Relative, so that another clone has the same digest.
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !`/${file}`.includes(without));
  for (const file of files.sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}
