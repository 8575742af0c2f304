import { resolve } from 'node:path';
import { pastedBlocks, writeOutputs } from './page.ts';
import { pasteAll } from './pasted.ts';

/** `npm run tour` runs the commands of the pages and replaces their outputs. */
for (const name of ['README.md', 'docs/tour.md']) {
  const path = resolve(import.meta.dirname, '../..', name);
  const blocks = pastedBlocks(path);
  const pasted = await pasteAll(blocks);
  pasted.forEach(({ exitCode, output }, n) => {
    if (exitCode !== 0)
      process.stderr.write(`${name}:${blocks[n]?.line} exited with ${exitCode}:\n${output}`);
  });
  writeOutputs(
    path,
    pasted.map(({ output }) => output),
  );
}
