import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Bundles the library and the command into a folder, because one file loads faster than the 150 modules of the engine. */
export async function compileEngine(folder: string): Promise<void> {
  await build({
    entryPoints: { index: path.join(root, 'shared/x12/index.ts'), x12: path.join(root, 'bin/x12.ts') },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    absWorkingDir: root,
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
  });
  await chmod(path.join(folder, 'x12.js'), 0o755);
}
