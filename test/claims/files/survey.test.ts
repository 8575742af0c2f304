import { expect, test } from '@jest/globals';
import { surveyFile } from '#claims/files/survey-file.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import type { SetContext } from '#x12/engine/consumer.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { feedSync } from '#x12/engine/source.ts';
import { guide835 } from '#x12/guides/835.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { envelope, fileOf, officeVisit } from '../../fixtures/x12/claim.ts';
import { remittance, remittanceFile } from '../../fixtures/x12/remittance.ts';
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
    [sound, wrong].map((text) =>
      surveyFile({ open: async () => once(text) }, new Date('2026-03-10T12:00:00Z')),
    ),
  );
  expect(before?.findings.counts.warning).toBeGreaterThan(2000);
  const setOf = (found: typeof before) => found?.verdicts[0]?.groups[0]?.response.sets[0];
  expect(setOf(before)).toMatchObject({ code: 'A', segments: [] });
  expect(setOf(after)).toMatchObject({ code: 'E', segments: [{ segment: 'DMG' }] });
});

/** Content in parts of 16 kB, which counts how often it is opened. */
function partsOf(text: string) {
  const bytes = Buffer.from(text);
  const content = {
    opened: 0,
    async open() {
      content.opened++;
      return Array.from({ length: Math.ceil(bytes.length / 16_384) }, (_, n) =>
        bytes.subarray(n * 16_384, (n + 1) * 16_384),
      );
    },
  };
  return content;
}

const now = new Date('2026-03-10T12:00:00Z');
const manyClaims = fileOf(
  ...Array.from({ length: 150 }, (_, n) => ({ ...officeVisit, patientControlNumber: `MANY${n}` })),
);
const paid = remittanceFile(remittance()).toString('latin1');

test('reads a file of one kind once', async () => {
  const content = partsOf(manyClaims);
  const { kinds, counts } = await surveyFile(content, now);
  expect({ kinds, sets: counts.sets, opened: content.opened }).toEqual({
    kinds: ['837P'],
    sets: 1,
    opened: 1,
  });
});

test('reads a file again whose later part holds sets of another kind', async () => {
  const content = partsOf(manyClaims + paid);
  const found = await surveyFile(content, now);
  expect(content.opened).toBe(2);
  expect(found.kinds).toEqual(['837P', '835']);
  expect(found.payers).toHaveLength(1);
  const [alone] = setsOf(paid);
  const inBoth = setsOf(manyClaims + paid)[1];
  if (alone === undefined || inBoth === undefined) throw new Error('The file has no 835');
  const digest = (await surveyFile(partsOf(paid), now)).digestOf(alone);
  expect(digest).not.toBe('');
  expect(found.digestOf(inBoth)).toBe(digest);
});

function setsOf(text: string): readonly SetContext[] {
  const sets: SetContext[] = [];
  const set = (context: SetContext) => {
    sets.push(context);
    return undefined;
  };
  const engine = new X12Engine({ guides: [guide837p, guide835], listeners: [{ set }], onFinding: () => {} });
  for (const _ of feedSync(Buffer.from(text), engine)) {
    // The listener collects the sets.
  }
  return sets;
}
