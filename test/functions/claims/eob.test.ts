import { beforeAll, expect, test } from '@jest/globals';
import { extractText } from 'unpdf';
import { pdfOf } from '#claims/remittances/eob-pdf.ts';
import { writeRemittances } from '#x12/835/write-remittances.ts';
import { adjusted, payee, payment } from '../../claims/responses/remittance/payer-remittances.ts';
import { payerEnvelope, remittanceOf, transfer } from '../../fixtures/x12/remittance.ts';
import { call, nextNumber, useStores, x12 } from './responses/service.ts';

useStores();

let id: string;

beforeAll(async () => {
  const patient = { entity: 'QC', type: '1', lastName: `O'NEIL <B>`, firstName: 'ANN & CO' };
  const claims = [
    payment('EOB-1', adjusted(['PR', '1', 1_000], ['CO', '45', 2_050]), { patient, remarks: ['MA01'] }),
    payment('EOB-2', adjusted(['PR', '3', 2_500])),
    payment('EOB-3'),
  ];
  const sum = claims.reduce((total, { paid }) => total + paid, 0);
  const adjustments = [
    { provider: payee.id, fiscalPeriod: '2026-12-31', reason: 'WO', reference: 'OLD-1', amount: 5_000 },
  ];
  const paid = { ...transfer, amount: sum - 5_000, trace: 'EOB-TRACE' };
  const remittance = remittanceOf(claims, { payment: paid, payee, providerAdjustments: adjustments });
  const text = writeRemittances([remittance], { ...payerEnvelope, interchangeNumber: nextNumber() });
  const { body } = await call('parse-remittance', x12(text.toString()));
  id = body.data.remittances[0].id;
});

test('shows a remittance as one escaped page with the texts of its reasons', async () => {
  const page = await call('get-eob', { path: { id }, roles: ['auditor'] });
  expect([page.status, page.headers['Content-Type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['Content-Security-Policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
  expect(page.headers['Cache-Control']).toBe('no-store');
  const { text } = page;
  expect(text).not.toMatch(/<script|<B>|https?:/);
  expect(text).toContain('O&#39;NEIL &lt;B&gt;, ANN &amp; CO');
  for (const shown of [
    'EOB-TRACE',
    'PR 1',
    'Patient responsibility',
    '145.00',
    '50.00',
    'overpayment recovery',
  ]) {
    expect(text).toContain(shown);
  }
  expect(text.match(/<h2>Claim /g)).toHaveLength(3);
});

test('is a PDF with the same texts and figures, which another library reads', async () => {
  const page = await call('get-eob', { path: { id }, headers: { Accept: 'application/pdf' } });
  expect([page.status, page.headers['Content-Type']]).toEqual([200, 'application/pdf']);
  expect(page.text).toMatch(/^[\r\n\x20-\x7e]*$/);
  const shown = await textOf(page.text);
  const html = (await call('get-eob', { path: { id }, query: { format: 'html' } })).text;
  const amounts = (source: string) => source.match(/(?<![\d.])-?\d[\d,]*\.\d\d(?![\d.])/g)?.toSorted();
  expect(amounts(shown)).toEqual(amounts(html.replace(/<style>[\s\S]*<\/style>/, '').replaceAll('<', '\n<')));
  expect(shown).toContain(`O'NEIL <B>, ANN & CO`);
});

/** The text of all pages. */
async function textOf(file: string): Promise<string> {
  const { text } = await extractText(new Uint8Array(Buffer.from(file, 'latin1')));
  return text.join('\n');
}

test('numbers the pages of a PDF, and writes names in the letters of its fonts', async () => {
  const facts = Array.from(
    { length: 120 },
    (_, n) => [`Fact ${n}`, 'Zoë Łukasz Nguyễn, Œuvre – 李'] as const,
  );
  const table = {
    columns: [
      { title: 'Reason', share: 80 },
      { title: 'Amount', share: 20, isAmount: true },
    ],
    rows: [['A long explanation '.repeat(30), '1,234.50']],
  } as const;
  const pdf = await pdfOf({ title: 'Zoë EOB', sections: [{ heading: 'Facts', facts, tables: [table] }] });
  expect(pdf).toMatch(/^[\r\n\x20-\x7e]*$/);
  const { text, totalPages } = await extractText(new Uint8Array(Buffer.from(pdf, 'latin1')));
  expect(totalPages).toBeGreaterThan(1);
  for (const [n, page] of text.entries()) {
    expect(page).toContain(`Zoë EOB`);
    expect(page).toContain(`Page ${n + 1} of ${totalPages}`);
  }
  expect(text.join(' ').match(/Zoë Lukasz Nguyen, Œuvre – \?/g)).toHaveLength(facts.length);
  expect(text.join(' ').match(/A\s+long\s+explanation/g)).toHaveLength(30);
});

test('pages its claims, and shows one of them', async () => {
  const first = await call('get-eob', { path: { id }, query: { limit: '2' } });
  const cursor = new URLSearchParams(/\?(.*)>/.exec(String(first.headers['Link']))?.[1]).get('cursor') ?? '';
  const second = await call('get-eob', { path: { id }, query: { limit: '2', cursor } });
  expect([first, second].map(({ text }) => text.match(/<h2>Claim [^<]*/g))).toEqual([
    ['<h2>Claim EOB-1', '<h2>Claim EOB-2'],
    ['<h2>Claim EOB-3'],
  ]);
  expect(second.headers['Link']).toBeUndefined();
  const one = await call('get-eob', { path: { id }, query: { claim: '2' } });
  expect(one.text.match(/<h2>Claim [^<]*/g)).toEqual(['<h2>Claim EOB-2']);
  expect((await call('get-eob', { path: { id }, query: { claim: '9' } })).status).toBe(404);
  expect((await call('get-eob', { path: { id: crypto.randomUUID() } })).status).toBe(404);
  expect((await call('get-eob', { path: { id }, query: { cursor: 'x' } })).body.code).toBe('invalid_cursor');
});
