import { expect, test } from '@jest/globals';
import { sized } from '#test/soak.ts';
import { runMutants } from './run.ts';

const cases = sized('mutants of valid files', { short: 80, soak: 40_000, variable: 'MUTANTS' });

test(
  'finds every violation of the guide, accepts none, and reports one fault as one IK4',
  async () => {
    const { wrong, broken } = await runMutants(cases);
    expect(wrong).toEqual([]);
    expect(broken).toBeGreaterThan(cases / 2);
  },
  120_000 + cases * 60,
);
