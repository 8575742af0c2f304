import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Row } from './comparison.ts';
import { runAll } from './short-run.ts';
import { findStaedi } from './x12/staedi.ts';

const reader = { what: 'reader', figure: 296.4, unit: 'MB/s', other: 'node-x12 stream', otherFigure: 25.8 };
const rowsOf: Readonly<Record<string, readonly Row[]>> = {
  x12: [reader, { what: 'staedi', leftOut: 'no java' }],
  units: [
    { what: 'write units of a claim', figure: 37.9, unit: 'units', other: 'goal', otherFigure: 40 },
    { what: 'contacts', figure: 0.0098, unit: 'USD', other: 'requests', otherFigure: 0.0035 },
  ],
};

describe('a run of all benches', () => {
  test('prints one aligned table', async () => {
    const run = async (name: string) => rowsOf[name] ?? [];
    expect(await runAll({ names: ['x12', 'units'], run, onProgress: () => {} })).toEqual([
      `
| bench | what                   |     figure | compared with     | its figure | ratio |
| ----- | ---------------------- | ---------: | ----------------- | ---------: | ----: |
| x12   | reader                 |   296 MB/s | node-x12 stream   |  25.8 MB/s |  11.5 |
| x12   | staedi                 |            | left out: no java |            |       |
| units | write units of a claim | 37.9 units | goal              | 40.0 units | 0.948 |
| units | contacts               | 0.0098 USD | requests          | 0.0035 USD |  2.80 |`.trim(),
      0,
    ]);
  });

  test('goes on after a bench that fails, and ends with 1', async () => {
    const lines: string[] = [];
    const run = async (name: string) => {
      if (name === 'web') throw new Error('its process ended\nwith 3');
      return [reader];
    };
    const [table, code] = await runAll({
      names: ['web', 'x12'],
      run,
      onProgress: (line) => lines.push(line),
    });
    expect(code).toBe(1);
    expect(table.split('\n').slice(2)).toEqual([
      '| web   | failed |          | its process ended with 3 |            |       |',
      '| x12   | reader | 296 MB/s | node-x12 stream          |  25.8 MB/s |  11.5 |',
    ]);
    expect(lines).toEqual(['web…', 'web: 0 s', 'x12…', 'x12: 0 s', 'all: 0 s']);
  });

  test('explains itself when it has no bench of a name', () => {
    const run = spawnSync(process.execPath, [join(import.meta.dirname, 'run.ts'), 'x13'], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    expect(run).toMatchObject({ status: 2, stdout: '' });
    expect(run.stderr).toContain('Usage: npm run bench [-- api|audit|');
  });
});

describe('staedi', () => {
  test('is left out without Java or its jar, with the way to get it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'granary-test-'));
    const java = { PATH: folder };
    expect(findStaedi(java)).toEqual({ leftOut: 'no java' });
    writeFileSync(join(folder, 'java'), '#!/bin/sh\n', { mode: 0o755 });
    const missing = { ...java, STAEDI_JAR: join(folder, 'staedi.jar') };
    expect(findStaedi(missing)).toEqual({
      leftOut: 'no jar; mvn dependency:get -Dartifact=io.xlate:staedi:1.25.3, or set STAEDI_JAR',
    });
    writeFileSync(missing.STAEDI_JAR, '');
    expect(findStaedi(missing)).toMatchObject({
      command: ['java', '-cp', missing.STAEDI_JAR, expect.stringMatching(/StaediReading\.java$/)],
    });
    rmSync(folder, { recursive: true });
  });
});
