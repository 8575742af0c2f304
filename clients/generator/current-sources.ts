import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractFiles, digestOfFiles } from '#lib/source-files.ts';

const folder = fileURLToPath(new URL('../typescript/src/', import.meta.url));

/** The file that is written last, with the digest of what the sources are made from. */
const mark = path.join(folder, '.digest');

/** Everything that decides about the generated sources. */
const inputs = [
  'clients/generator/*.ts',
  'clients/typescript/package.json',
  ...contractFiles,
  'shared/x12/**/*.ts',
];

/**
 * Writes the operations and types of the typed clients between the sources of `granary-client`, if the contract has changed
 * since they were written.
 */
export async function writeCurrentSources(): Promise<void> {
  const digest = digestOfFiles(inputs);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return;
  // The contract takes a second to load.
  const { granaryClientSources } = await import('./granary-client.ts');
  const sources = granaryClientSources();
  for (const [name, source] of sources) write(path.join(folder, name), source);
  for (const name of globSync(['commerce/*.ts', 'claims/*.ts'], { cwd: folder }))
    if (!sources.has(name)) rmSync(path.join(folder, name));
  write(mark, digest);
}

/** Replaces a file at once, because another process may read it meanwhile. */
function write(file: string, content: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, content);
  renameSync(`${file}.${process.pid}`, file);
}
