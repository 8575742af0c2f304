import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { generateClaimFile } from '#test/bench/x12/claim-file.ts';
import { generateRemittanceFile } from '#test/bench/x12/remittance-file.ts';
import { acknowledgment, acknowledgmentFile } from '#test/fixtures/x12/acknowledgment.ts';
import { damages, spoil } from '#test/fixtures/x12/damage.ts';
import { bytesOf, claimText, replace } from '#test/fixtures/x12/interchange.ts';
import { claim, line, remittanceFile, remittanceOf } from '#test/fixtures/x12/remittance.ts';
import { sized } from '#test/soak.ts';
import { csv } from '#x12/csv/csv.ts';
import { X12Document } from '#x12/engine/document.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { walkSync } from '#x12/walk/walk.ts';
import { shown, tagsOf } from './shown.ts';

const numRuns = sized('damaged files that are shown, walked and written as CSV', { short: 40, soak: 5_000 });

const files = [
  [...generateClaimFile(3_000, 5)].join(''),
  [...generateRemittanceFile(2_500, 5)].join(''),
  claimText(),
]
  .map(bytesOf)
  .concat(acknowledgmentFile(acknowledgment()));

/** Returns undefined for input that is refused. */
async function unlessRefused<T>(run: () => Promise<T> | T): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof X12Error) return undefined;
    throw error;
  }
}

async function csvOf(bytes: Uint8Array): Promise<string> {
  let text = '';
  for await (const piece of csv(bytes)) text += piece;
  return text;
}

describe('any damaged file', () => {
  test(
    'is shown, walked and written as CSV, or refused',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...files), damages, async (file, all) => {
          const bytes = spoil(file, all);
          const page = await unlessRefused(() => shown(bytes, { html: true }));
          if (page !== undefined) tagsOf(page);
          const text = await unlessRefused(() => shown(bytes));
          expect(text === undefined).toBe(page === undefined);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: the page must hold none but line ends
          expect(text ?? '').not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/);
          const rows = await unlessRefused(() => csvOf(bytes));
          if (rows !== undefined) parse(rows, { columns: true });
          const walked = await unlessRefused(() => [...walkSync(bytes)].map(({ segment }) => segment.offset));
          const read = await unlessRefused(() => new X12Document(bytes).segments.map(({ start }) => start));
          expect(walked).toEqual(read);
        }),
        { numRuns },
      );
    },
    60_000 + numRuns * 50,
  );
});

describe('a file that is large in one respect', () => {
  test('a claim with 150,000 adjustments is shown', async () => {
    const adjustments = Array.from({ length: 150_000 }, () => ({ group: 'CO', reason: '45', amount: 1 }));
    const text = await shown(remittanceFile(remittanceOf([claim({ lines: [line({ adjustments })] })])));
    expect(text.match(/^ {2}line 1 .* 45 charge above/gm)?.length).toBeGreaterThan(149_000);
  });

  test('a long value does not widen the rows of its table', async () => {
    const note = 'X'.repeat(100_000);
    const many = Array.from({ length: 900 }, (_, n) => [`LX*${n}`, 'SV1*HC:99213*1*UN*1***1']).flat();
    const text = claimText((segments) => [
      ...replace(segments, 'SV1', `SV1*HC:99213:::::${note}*100*UN*1***1`),
      ...many,
    ]);
    const page = await shown(text);
    expect(page).toContain(note);
    expect(page.length).toBeLessThan(note.length + 300_000);
  });
});
