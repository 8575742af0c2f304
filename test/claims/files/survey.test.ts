import { expect, test } from '@jest/globals';
import { survey } from '#claims/files/survey.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import { envelope } from '../../fixtures/x12/claim.ts';
import { visit } from '../responses/engine/sent-batch.ts';

async function* once(text: string) {
  yield Buffer.from(text);
}

test('reports a syntax error in the 999 after thousands of business warnings', async () => {
  const [line] = visit('FIRST').lines ?? [];
  if (line === undefined) throw new Error('The visit has no line');
  // Each line repeats the place of the claim, which is a warning of SNIP type 4.
  const lines = Array.from({ length: 50 }, (_, n) => ({
    ...line,
    charge: 100,
    placeOfService: '11',
    controlNumber: `L${n}`,
  }));
  const drafts = Array.from({ length: 45 }, (_, n) => visit(`W${n}`, { lines, totalCharge: 5_000 }));
  const sound = writeClaims(drafts, envelope).toString();
  const last = sound.lastIndexOf('*F~');
  const wrong = `${sound.slice(0, last)}*Q~${sound.slice(last + 3)}`;
  const [before, after] = await Promise.all(
    [sound, wrong].map((text) => survey(once(text), new Date('2026-03-10T12:00:00Z'))),
  );
  expect(before?.findings.counts.warning).toBeGreaterThan(2000);
  const setOf = (found: typeof before) => found?.verdicts[0]?.groups[0]?.response.sets[0];
  expect(setOf(before)).toMatchObject({ code: 'A', segments: [] });
  expect(setOf(after)).toMatchObject({ code: 'E', segments: [{ segment: 'DMG' }] });
});
