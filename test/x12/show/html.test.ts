import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { generateClaimFile } from '#test/bench/x12/claim-file.ts';
import { generateRemittanceFile } from '#test/bench/x12/remittance-file.ts';
import { acknowledgment, acknowledgmentFile } from '#test/fixtures/x12/acknowledgment.ts';
import { damages, spoil } from '#test/fixtures/x12/damage.ts';
import { bytesOf, claimText, replace } from '#test/fixtures/x12/interchange.ts';
import { claim, line, remittance, remittanceFile, remittanceOf } from '#test/fixtures/x12/remittance.ts';
import { haveSamples, readSample, samples } from '#test/fixtures/x12/samples.ts';
import { sized } from '#test/soak.ts';
import { contrast } from '#test/styles/contrast.ts';
import { csv } from '#x12/csv/csv.ts';
import { X12Document } from '#x12/engine/document.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { walkSync } from '#x12/walk/walk.ts';
import { shown, tagsOf } from './shown.ts';

const html = (file: string | Uint8Array, title?: string) =>
  shown(file, { html: true, ...(title && { title }) });

const subscriber = (name: string) =>
  html(claimText((segments) => replace(segments, 'NM1*IL', `NM1*IL*1*${name}*X****MI*A1`)));

describe('an HTML page', () => {
  test('is well-formed and has one heading of the first level', async () => {
    for (const file of [remittanceFile(remittance()), acknowledgmentFile(acknowledgment()), claimText()]) {
      const page = await html(file, 'march');
      const tags = tagsOf(page);
      expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(page).toContain('<title>march</title>');
      expect(tags.filter((tag) => tag === '<h1>')).toHaveLength(1);
      expect(page.endsWith('</html>\n')).toBe(true);
    }
  });

  test('has no script and no other resource', async () => {
    const page = await html(remittanceFile(remittance()));
    expect(tagsOf(page).join()).not.toMatch(
      /<(script|link|img|iframe|object|svg|a)\b|\son\w+=|\s(src|href)=/i,
    );
    expect(page).not.toMatch(/https?:|@import|url\(/);
    expect(page).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
    );
  });

  test('has tables with captions and with headers of rows and columns', async () => {
    const page = await html(remittanceFile(remittance()));
    const tables = page.match(/<table>.*?<\/table>/gs) ?? [];
    expect(tables.length).toBeGreaterThan(6);
    for (const table of tables) {
      expect(table).toMatch(
        /^<table>\n<caption>[^<]+<\/caption>\n<thead><tr>(<th scope="col"[^>]*>[^<]+<\/th>)+<\/tr>/,
      );
      const columns = table.match(/scope="col"/g)?.length;
      for (const row of table.match(/<tr[^>]*><th scope="row".*<\/tr>/g) ?? []) {
        expect((row.match(/<t[hd]/g) ?? []).length).toBe(columns);
      }
    }
  });

  test('has styles for paper, light and dark with enough contrast', async () => {
    const page = await html(claimText());
    expect(page).toContain('@media print');
    const themes = [...page.matchAll(/:root \{([^}]*--text[^}]*)\}/g)].map(([, rules = '']) => {
      const colors = new Map(
        [...rules.matchAll(/--(\w+): (#\w{6})/g)].map(([, name = '', value = '']) => [name, value]),
      );
      return (name: string) => colors.get(name) ?? '';
    });
    expect(themes).toHaveLength(3);
    expect(page).toContain('@media (prefers-color-scheme: dark)');
    for (const color of themes) {
      expect(contrast(color('text'), color('ground'))).toBeGreaterThan(7);
      expect(contrast(color('muted'), color('ground'))).toBeGreaterThan(4.5);
      expect(contrast(color('fault'), color('tint'))).toBeGreaterThan(4.5);
    }
  });

  test('marks faults and sums that differ', async () => {
    const wrong = remittanceFile(remittance()).toString().replace('CLP*PCN1*1*100*80', 'CLP*PCN1*1*100*81');
    const page = await html(wrong);
    expect(page).toMatch(/<tr class="fault"><th scope="row">claim<\/th>.*differs by 1\.00<\/td><\/tr>/);
    const cut = await html(wrong.slice(0, 700));
    expect(cut).toContain('<p class="fault"><strong>Fault:</strong> The file ends before the IEA');
    tagsOf(cut);
  });

  test('escapes markup, quotes and ampersands of the file and its name', async () => {
    const page = await subscriber('<script>alert(1)</script><img src=x onerror="x">&amp;\'');
    expect(page).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;x&quot;&gt;&amp;amp;&#39;',
    );
    expect(await html(claimText(), '</title><script>x</script>')).toContain(
      '<title>&lt;/title&gt;&lt;script&gt;x&lt;/script&gt;</title>',
    );
  });

  test('has the same tags for any value', async () => {
    const benign = tagsOf(await subscriber('A'));
    const value = fc.string({
      unit: fc.constantFrom(...'<>"\'&/=!-ax \u001b\u0000\u202e\u2028\n'.split('')),
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(
        value.map((one) => `A${one}A`),
        async (name) => {
          const page = await subscriber(name);
          expect(tagsOf(page.replaceAll(/<p class="fault">[^\n]*<\/p>\n/g, ''))).toEqual(benign);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: the page must hold none but line ends
          expect(page).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/);
        },
      ),
      { numRuns: 60 },
    );
  });

  (haveSamples ? test : test.skip)('every public sample gives a well-formed page', async () => {
    for (const { file } of samples()) tagsOf(await html(readSample(file), file));
  });
});

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
