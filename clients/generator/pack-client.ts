import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compiler } from './compiler.ts';
import { writeCurrentSources } from './current-sources.ts';

const run = promisify(execFile);

const client = fileURLToPath(new URL('../typescript/', import.meta.url));

/** Compiles `granary-client` to ESM with declarations, and packs it with npm. Returns the path of the package. */
export async function packClient(destination: string): Promise<string> {
  await writeCurrentSources();
  const stage = await mkdtemp(path.join(tmpdir(), 'granary-client-'));
  try {
    await run(process.execPath, [compiler, '--project', client, '--outDir', path.join(stage, 'dist')]);
    for (const file of ['package.json', 'README.md', '../../LICENSE'])
      await copyFile(path.join(client, file), path.join(stage, path.basename(file)));
    await mkdir(destination, { recursive: true });
    const packed = await run('npm', ['pack', '--json', '--pack-destination', path.resolve(destination)], {
      cwd: stage,
    });
    const [{ filename }] = JSON.parse(packed.stdout);
    return path.join(destination, filename);
  } finally {
    await rm(stage, { recursive: true });
  }
}
