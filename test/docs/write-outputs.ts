import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { withCarcTable } from './carc-table.ts';
import { pastedStacks, writeOutputs } from './page.ts';
import { startClone } from './pasted.ts';

/**
 * `npm run tour` writes the tables of the pages that follow from the code, runs the commands of the pages, and replaces their outputs.
 * `npm run tour -- tables` writes the tables only.
 */
const root = resolve(import.meta.dirname, '../..');
const claimsPage = resolve(root, 'docs/claims.md');
writeFileSync(claimsPage, withCarcTable(readFileSync(claimsPage, 'utf8')));
for (const { flags, pages } of process.argv.includes('tables') ? [] : pastedStacks(root)) {
  const clone = await startClone(flags);
  for (const { name, blocks } of pages) {
    const pasted = await clone.paste(blocks);
    const shown = new Map<number, string>();
    for (const [n, { line }] of blocks.entries()) {
      const { exitCode, output } = pasted[n] ?? { exitCode: -1, output: '' };
      if (exitCode !== 0) process.stderr.write(`${name}:${line} exited with ${exitCode}:\n${output}`);
      // Secrets are shown by their first characters only.
      shown.set(line, output.replaceAll(/\b(g[kc]_test_\w{4})[\w-]{9,}/g, '$1…'));
    }
    writeOutputs(resolve(root, name), shown);
  }
  await clone.stop();
}
