import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { answered } from '#test/fixtures/x12/answered.ts';
import { dependentVisit, fileOf, officeVisit, secondaryClaim } from '#test/fixtures/x12/claim.ts';
import { damages, spoil } from '#test/fixtures/x12/damage.ts';
import { interchange } from '#test/fixtures/x12/interchange.ts';
import { sized } from '#test/soak.ts';
import { validateSync } from '#x12/engine/validate.ts';
import { X12Error } from '#x12/findings/x12-error.ts';

const numRuns = sized('damaged files with responses', { short: 60, soak: 3_000 });
const now = new Date('2026-03-15T18:00:00Z');

const files = [
  fileOf(officeVisit, dependentVisit),
  fileOf(secondaryClaim).replace('HI*ABK:', 'HI*ABK:9.'),
  `${fileOf(officeVisit)}${interchange([])}${fileOf(dependentVisit).replaceAll('000000905', '000000906')}`,
].map((text) => Buffer.from(text, 'latin1'));

/** Responses to damaged files must be valid. */
test('writes valid responses to damaged files, and names only claims of accepted sets in the 277CA', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), damages, async (file, all) => {
      const damaged = spoil(file, all);
      try {
        const { ta1, of999, of277ca, findings, statuses } = await answered([damaged]);
        expect(findings.map(({ id, reference }) => `${id} ${reference}`)).toEqual([]);
        const others = Buffer.from(ta1 + of999, 'latin1');
        const faults = others.length === 0 ? [] : [...validateSync(others, { now })];
        // TA1 and 999 have consecutive interchange numbers, so none repeats.
        expect(faults.map(({ id, reference }) => `${id} ${reference}`)).toEqual([]);
        if (of277ca !== '') expect(of999).toMatch(/IK5\*[AE]/);
        expect(statuses.every(({ disposition }) => disposition !== 'unknown')).toBe(true);
      } catch (error) {
        if (!(error instanceof X12Error)) throw error;
      }
    }),
    { numRuns },
  );
});
