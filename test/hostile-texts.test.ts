import { describe, expect, test } from '@jest/globals';
import { readBankFile } from '#claims/money/bank-file.ts';
import { campaignInput } from '#commerce/campaigns/contract.ts';
import { givenName, previewOf } from '#commerce/campaigns/render.ts';
import { newCampaign } from '#commerce/campaigns/rules.ts';
import { readImport } from '#commerce/contacts/import-rows.ts';
import { readProviderEvent } from '#commerce/messages/message.ts';
import { meaningOf } from '#commerce/messages/replies.ts';
import { readImportFile } from '#commerce/products/product-import.ts';
import { claimsExamples } from '#contract/claims/examples/index.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceExamples } from '#contract/commerce/examples/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { validateSync } from '#x12/engine/validate.ts';

/** Texts that take expressions with two ways to match the same characters quadratic time or more. */
const hostile: readonly (readonly [unit: string, end: string])[] = [
  ['<a href=""', ''],
  ['<div>', ''],
  ['</body ', '!'],
  ['{{', ''],
  ['&amp', ''],
  ['http://a/(', '!'],
  ['a@', ''],
  ['"', '!'],
  [' ', '!'],
  ['\n', '!'],
  ['1', '!'],
  ['a.', '!'],
  ['a,', '!'],
  ['*', '~'],
];

const brand_id = 'a0000000-0000-4000-8000-000000000001';
const preview = (fields: object) => {
  const input = campaignInput.parse({ brand_id, name: 'n', subject: 's', ...fields });
  const campaign = newCampaign(input, { id: brand_id, now: new Date() });
  return previewOf(campaign, { name: 'Olive' }, { brand_name: 'b', settings: {} }, 'https://u.example');
};
const quoted = (text: string) => `"-${text.replaceAll('"', '""')}"`;
const bank = {
  account: 'a',
  dry_run: 'false',
  decimal: 'point',
  date_format: 'YYYY-MM-DD',
  separator: 'comma',
} as const;
const now = new Date('2026-01-01');
const opened =
  'ISA*00*          *00*          *ZZ*S              *ZZ*R              *260101*1200*^*00501*000000001*0*P*:~GS*HC*S*R*20260101*1200*1*X*005010X222A1~ST*837*0001*005010X222A1~';

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'an HTML campaign': (content) => preview({ content, content_type: 'html' }),
  'a campaign in plain text': (content) => preview({ content }),
  'a text message': (content) => preview({ content, type: 'sms' }),
  'a name': givenName,
  'a reply': meaningOf,
  'an event of a provider': (emailAddress) =>
    readProviderEvent({
      eventType: 'Bounce',
      mail: {},
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress }] },
    }),
  'contacts in CSV': (text) => readImport(`name,email\n${text}`),
  'a cell of CSV': (text) => readImport(`name,email\n${quoted(text)},`),
  'products in CSV': (text) => readImportFile(Buffer.from(`sku,name\n${text}`)),
  'a bank file': (text) => readBankFile(`date,amount\n2026-01-01,${quoted(text)}`, bank),
  'segments of X12': (text) => [
    ...validateSync(Buffer.from(`${opened}CLM*${text}*${text}~AMT*F5*${text}~`), { now }),
  ],
  X12: (text) => [...validateSync(Buffer.from(opened + text), { now })],
};

/** The example of a body with the text in place of each of its texts. */
function filled(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((one) => filled(one, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, text)]));
}

const bodies = [
  [commerceEndpoints, commerceExamples] as const,
  [claimsEndpoints, claimsExamples] as const,
].flatMap(([endpoints, examples]) =>
  endpoints.flatMap(({ name, body }) => {
    const example = examples[name]?.body;
    return body === undefined || example === undefined
      ? []
      : [[name, (text: string) => body.safeParse(filled(example, text))] as const];
  }),
);

/** Milliseconds of processor time, the least of several runs: other processes and compilation take time too. */
function timeOf(read: (text: string) => unknown, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 || (run < 6 && least > 150); run++) {
    const before = process.cpuUsage();
    try {
      read(text);
    } catch {
      // A refusal may be the right answer.
    }
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const textOf = ([unit, end]: (typeof hostile)[number], length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)) + end;

/** Quadratic time of so short a text is longer than this. */
const quickMilliseconds = 10;

function expectLinear(read: (text: string) => unknown): void {
  for (const one of hostile) {
    if (timeOf(read, textOf(one, 20_000)) < quickMilliseconds / 2) continue;
    const [small, large] = [timeOf(read, textOf(one, 60_000)), timeOf(read, textOf(one, 240_000))];
    expect({
      text: one[0],
      isQuick: large <= 200,
      // Four times the text takes sixteen times as long in quadratic time; collecting garbage makes four times more.
      isLinear: large <= 8 * Math.max(small, quickMilliseconds),
    }).toEqual({
      text: one[0],
      isQuick: true,
      isLinear: true,
    });
  }
}

describe('hostile texts take linear time', () => {
  test.each(Object.entries(readers))('as %s', (_, read) => expectLinear(read));

  test('in every body of both APIs', () => {
    expect(bodies.length).toBeGreaterThan(100);
    for (const [, read] of bodies) expectLinear(read);
  });
});
