import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { startBuildProcess } from '#lib/build-process.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'granary-build-process-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs statements as a build process. @returns how it ended */
function run(statements: string, environment = process.env) {
  const program = path.join(folder, `${crypto.randomUUID()}.mjs`);
  writeFileSync(program, statements);
  return startBuildProcess('The build of the web app', program, { environment }).ended;
}

describe('a build process', () => {
  const shortOfMemory =
    'The build of the web app was ended by the system, most likely because memory was short: close other programs, and try again';

  test('that the system ends names memory as the likely reason', async () => {
    expect(await run("process.kill(process.pid, 'SIGKILL')")).toEqual({ code: null, reason: shortOfMemory });
  });

  test('whose heap is full does so as well', async () => {
    const environment = { ...process.env, NODE_OPTIONS: '--max-old-space-size=20' };
    const { reason } = await run('for (const all = [];;) all.push([all.length]);', environment);
    expect(reason).toBe(shortOfMemory);
  });

  test('that fails gives its own reason', async () => {
    expect(await run("process.stderr.write('no such page\\n'); process.exitCode = 3")).toEqual({
      code: 3,
      reason: 'no such page',
    });
  });

  test('collects its new objects before they fill 16 MB', async () => {
    const { reason } = await run(`
      import v8 from 'node:v8';
      const spaces = () => v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
      let kept = [];
      let largest = 0;
      for (let n = 0; n < 3_000_000; n++) {
        kept.push({ n });
        if (n % 1_000 === 0) largest = Math.max(largest, spaces().space_size);
        if (n % 200_000 === 0) kept = [];
      }
      console.log(largest / 2 ** 20 < 16);`);
    expect(reason).toBe('true');
  });
});
