// `npm run x12:pack` compiles and packs the X12 engine as the npm package granary-x12 into dist/, with
// `-- --destination FOLDER` into a folder.
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compiler } from '#clients/generator/compiler.ts';
import { ignoreClosedOutput } from './closed-output.ts';
import { readDestination } from './pack-arguments.ts';
import { compileEngine } from './x12-compile.ts';

ignoreClosedOutput();

const run = promisify(execFile);
const root = fileURLToPath(new URL('../', import.meta.url));
const engine = path.join(root, 'shared/x12');

const destination = readDestination('x12:pack', 'Packs the X12 engine as the npm package granary-x12.');
if (destination !== undefined) process.stdout.write(`${await packEngine(destination)}\n`);

/** Returns the path of the package. */
async function packEngine(destination: string): Promise<string> {
  const stage = await mkdtemp(path.join(tmpdir(), 'granary-x12-'));
  try {
    await Promise.all([compileEngine(path.join(stage, 'dist')), declare(path.join(stage, 'dist/types'))]);
    // The same declarations, which TypeScript takes for CommonJS in this folder.
    await cp(path.join(stage, 'dist/types'), path.join(stage, 'dist/cjs/types'), { recursive: true });
    for (const file of ['package.json', 'README.md', '../../LICENSE'])
      await copyFile(path.join(engine, file), path.join(stage, path.basename(file)));
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

async function declare(folder: string): Promise<void> {
  await run(process.execPath, [compiler, '--project', engine, '--outDir', folder]);
}
