import { resolve } from 'node:path';
import { pastedBlocks, pastedPages, writeOutputs } from './page.ts';
import { pasteAll } from './pasted.ts';

/** `npm run tour` runs the commands of the pages and replaces their outputs. */
for (const group of pastedPages) {
  const pages = group.map((name) => {
    const path = resolve(import.meta.dirname, '../..', name);
    return { name, path, blocks: pastedBlocks(path) };
  });
  const pasted = await pasteAll(pages.flatMap(({ blocks }) => blocks));
  for (const { name, path, blocks } of pages) {
    const own = pasted.splice(0, blocks.length);
    own.forEach(({ exitCode, output }, n) => {
      if (exitCode !== 0)
        process.stderr.write(`${name}:${blocks[n]?.line} exited with ${exitCode}:\n${output}`);
    });
    // Secrets are shown by their first characters only.
    const shown = own.map(({ output }) => output.replaceAll(/\b(g[kc]_test_\w{4})[\w-]{9,}/g, '$1…'));
    writeOutputs(path, shown);
  }
}
