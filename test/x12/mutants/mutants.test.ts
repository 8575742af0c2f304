import { expect, test } from '@jest/globals';
import { sized } from '#test/soak.ts';
import { runMutants } from './run.ts';

const cases = sized('mutants of valid files', { short: 1_500, soak: 40_000, variable: 'MUTANTS' });

test(
  'what the guide refuses is found by validate and accepted by no 999; one fault is one IK4 with its code',
  async () => {
    const { wrong, broken } = await runMutants(cases);
    expect(wrong).toEqual([]);
    expect(broken).toBeGreaterThan(cases / 2);
  },
  120_000 + cases * 60,
);
