import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));

const library = path.join(root, 'shared/x12/index.ts');

/**
 * Bundles the library and the command into a folder, because one file loads faster than the 150 modules of the engine. The
 * library is in `cjs/` once more, for `require` in every version of Node.
 */
export async function compileEngine(folder: string): Promise<void> {
  const shared = { bundle: true, platform: 'node', target: 'node20', absWorkingDir: root } as const;
  await build({
    ...shared,
    entryPoints: { index: library, x12: path.join(root, 'bin/x12.ts') },
    splitting: true,
    format: 'esm',
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
  });
  await build({
    ...shared,
    entryPoints: { index: library },
    format: 'cjs',
    outdir: path.join(folder, 'cjs'),
  });
  await writeFile(path.join(folder, 'cjs/package.json'), '{ "type": "commonjs" }\n');
  await chmod(path.join(folder, 'x12.js'), 0o755);
}
