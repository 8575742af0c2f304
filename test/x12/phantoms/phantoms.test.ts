import { describe, expect, test } from '@jest/globals';
import { sized } from '#test/soak.ts';
import { measure, table } from './measure.ts';
import { validFiles } from './valid-files.ts';

/** `npm run soak -- phantoms` uses every file and moves each segment to four places. */
const share = sized('valid files with a segment out of place, one in', { short: 24, soak: 1 });
const targets = sized('places that each segment moves to', { short: 1, soak: 4 });

const valid = validFiles();

describe('one segment of a valid file dropped, doubled, swapped or moved', () => {
  test('has at least 135 valid files, or 90 without public ones', async () => {
    const files = await valid;
    const arePublic = files.some(({ name }) => name.includes('/'));
    expect(files.length).toBeGreaterThanOrEqual(arePublic ? 135 : 90);
  });

  test('begins no claim or line that the intact file does not have', async () => {
    const files = (await valid).filter((_, i) => i % share === 0);
    const tallies = measure(files, targets);
    if (share === 1) process.stdout.write(table(tallies));
    for (const { phantoms, mutations } of Object.values(tallies))
      expect(phantoms / mutations).toBeLessThan(0.01);
    for (const { lost } of [tallies.drop, tallies.duplicate, tallies.swap]) expect(lost).toBe(0);
    expect(tallies.move.lost / tallies.move.mutations).toBeLessThan(0.003);
    expect(tallies.swap.findings / tallies.swap.mutations).toBeLessThan(1);
    expect(tallies.move.findings / tallies.move.mutations).toBeLessThan(1.5);
  }, 600_000);
});
