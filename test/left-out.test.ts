import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { leftOutLines } from './left-out.ts';
import { sized } from './soak.ts';

const file = (name: string) => path.resolve('test', name);

describe('the list of omitted tests', () => {
  test('has reasons and counts of skipped tests', () => {
    const entries = [
      { file: file('kills.test.ts'), what: 'kills: 4 of 20' },
      { file: file('sftp.test.ts'), what: 'SFTP', reason: 'no sshd' },
      { file: file('kills.test.ts'), what: 'SFTP', reason: 'no sshd' },
    ];
    const skipped = [
      { file: file('sftp.test.ts'), count: 12 },
      { file: file('kills.test.ts'), count: 1 },
    ];
    expect(leftOutLines(entries, skipped)).toEqual([
      'Left to npm run soak:',
      '  kills: 4 of 20 (test/kills.test.ts)',
      'Left out:',
      '  SFTP: no sshd (13 tests in test/kills.test.ts, test/sftp.test.ts)',
    ]);
  });

  test('includes a test that is skipped without a reason', () => {
    expect(leftOutLines([], [{ file: file('some.test.ts'), count: 1 }])).toEqual([
      'Left out:',
      '  skipped without a reason (1 test in test/some.test.ts)',
    ]);
  });

  test('is empty after a complete run', () => {
    expect(leftOutLines([], [])).toEqual([]);
  });
});

describe('the size of a test', () => {
  const size = { short: 5, soak: 200, variable: 'SIZE_OF_NOTHING' };
  const sizeWith = (environment: Readonly<Record<string, string>>) => {
    const before = { ...process.env };
    // These sizes stay out of the list of this run.
    delete process.env['GRANARY_LEFT_OUT'];
    delete process.env['GRANARY_SOAK'];
    Object.assign(process.env, environment);
    try {
      return sized('nothing', size);
    } finally {
      for (const name of Object.keys(environment)) delete process.env[name];
      Object.assign(process.env, before);
    }
  };

  test('is short in npm test, and full in npm run soak', () => {
    expect(sizeWith({})).toBe(5);
    expect(sizeWith({ GRANARY_SOAK: '1' })).toBe(200);
  });

  test('comes from an environment variable first', () => {
    expect(sizeWith({ SIZE_OF_NOTHING: '7', GRANARY_SOAK: '1' })).toBe(7);
  });
});
