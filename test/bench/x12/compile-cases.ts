import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Compiles the cases as the package is compiled, and returns their folder. Users run the package, and Node's own removal of
 * types would take processor time from the first pass. The folder is in the repository, so that the peers are found.
 */
export function compileCases(): string {
  const folder = path.join(root, '.cache/x12-bench');
  buildSync({
    entryPoints: { 'bench-case': path.join(import.meta.dirname, 'bench-case.ts') },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    absWorkingDir: root,
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
  });
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}
