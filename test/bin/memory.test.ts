import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const reporter = resolve(import.meta.dirname, 'peak-memory-process.ts');

test('reports the peak memory of a program without that of its parent process', () => {
  // Allocates 400 MB and starts a program that allocates nothing.
  const parent = `
    const held = Buffer.alloc(400e6, 1);
    require('node:child_process').spawnSync(process.execPath, ['--import', process.argv[1], '-e', ''], {
      stdio: 'inherit',
    });
    process.exitCode = held[0] - 1;`;
  const { stderr } = spawnSync(process.execPath, ['-e', parent, reporter], {
    env: { ...process.env, NODE_OPTIONS: '' },
    encoding: 'utf8',
  });
  const megabytes = Number(/^peak ([\d.]+)$/m.exec(stderr)?.[1]);
  expect(megabytes).toBeGreaterThan(20);
  // Only Linux includes the peak of the parent, so only Linux needs the correction.
  expect(megabytes).toBeLessThan(300);
});
