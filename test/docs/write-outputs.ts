import { resolve } from 'node:path';
import { pastedStacks, writeOutputs } from './page.ts';
import { startClone } from './pasted.ts';

/** `npm run tour` runs the commands of the pages and replaces their outputs. */
const root = resolve(import.meta.dirname, '../..');
for (const { flags, pages } of pastedStacks(root)) {
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
