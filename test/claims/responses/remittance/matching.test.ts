import { describe, expect, test } from '@jest/globals';
import type { Claim } from '#claims/claim/claim.ts';
import { matchLines } from '#claims/responses/remittance/match-lines.ts';
import { matchPayment } from '#claims/responses/remittance/match-payment.ts';
import { readRemittancesSync } from '#x12/835/read-remittances.ts';
import type { ClaimPayment, ServicePayment } from '#x12/835/types.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import type { ServiceLine } from '#x12/837p/model/line.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import type { WriterInput } from '#x12/writer/writer.ts';
import { envelope, officeVisit } from '../../../fixtures/x12/claim.ts';
import { claim, line, remittanceFile, remittanceOf } from '../../../fixtures/x12/remittance.ts';
import { storedClaim } from '../engine/claims.ts';
import { payment, remittance } from './postings.ts';

const { payee } = remittance('R1', '2026-04-01');
const npi = { payee: { ...payee, id_qualifier: 'XX', id: '1234567893' } };

const match = (
  known: { byNumber?: readonly Claim[]; byPayerControl?: readonly Claim[] },
  over: Partial<ClaimPayment> = {},
) => matchPayment({ ...payment(8_000), ...over }, npi, { byNumber: [], byPayerControl: [], ...known });

const a = storedClaim({ id: 'a' });

describe('the claim of a payment', () => {
  test('is found by patient control number, else by the number of the payer', () => {
    const b = storedClaim({ id: 'b', payer_control_number: 'ICN1' });
    expect(match({ byNumber: [a], byPayerControl: [b] })).toMatchObject({
      ...{ result: 'matched', claim: { id: 'a' }, by: 'patient_control_number' },
    });
    expect(match({ byPayerControl: [b] })).toMatchObject({ claim: { id: 'b' }, by: 'payer_control_number' });
    expect(match({})).toEqual({ result: 'unmatched' });
  });

  test.each<[string, Partial<Claim>, Partial<ClaimPayment>]>([
    ['provider', { billing_npi: '1999999984', tax_id: '999999999' }, {}],
    ['payer_control_number', { payer_control_number: 'OTHER' }, {}],
    ['frequency', { frequency: '7' }, { frequency: '1' }],
    [
      'dates',
      { service_from: '2025-03-03', service_to: '2025-03-03' },
      { statementFrom: '2025-02-01', statementTo: '2025-02-01' },
    ],
    ['amount', { total_charge: 1 }, {}],
    ['not_replaced', { lane: 'closed' }, {}],
  ])('of one number is narrowed by %s', (criterion, over, sent) => {
    const right = storedClaim({ id: 'a', payer_control_number: 'ICN1' });
    const other = storedClaim({ id: 'b', payer_control_number: 'ICN1', ...over });
    expect(match({ byNumber: [other, right] }, sent)).toMatchObject({
      ...{ result: 'matched', claim: { id: 'a' }, narrowed_by: [criterion] },
    });
  });

  test('is ambiguous when nothing distinguishes two claims', () => {
    const claims = [a, storedClaim({ id: 'b' })];
    expect(match({ byNumber: claims })).toEqual({ result: 'ambiguous', claims });
  });

  test('is the original, not its correction, for a reversal', () => {
    const original = storedClaim({ id: 'a', payer_control_number: 'ICN1' });
    const correction = storedClaim({ id: 'b', frequency: '7' });
    const reversal = payment(8_000, { statusCode: '22' });
    expect(match({ byNumber: [correction, original] }, reversal)).toMatchObject({ claim: { id: 'a' } });
  });

  test('differs from the payment in the listed facts', () => {
    const other = storedClaim({ billing_npi: '1999999984', tax_id: '999999999', total_charge: 1 });
    expect(
      match({ byNumber: [other] }, { statementFrom: '2024-01-01', statementTo: '2024-01-01' }),
    ).toMatchObject({
      differs_in: ['provider', 'amount', 'dates'],
    });
  });
});

type BilledLine = NonNullable<typeof officeVisit.lines>[number];

const billedLine = (over: Partial<BilledLine>): BilledLine => ({
  procedure: { qualifier: 'HC', code: '99213' },
  charge: 10_000,
  unit: 'UN',
  quantity: 1,
  diagnosisPointers: [1],
  serviceDate: '2025-02-01',
  ...over,
});

/** Lines as read from a file of claims. */
function billed(...lines: readonly Partial<BilledLine>[]): readonly ServiceLine[] {
  const draft = { ...officeVisit, lines: lines.map(billedLine) };
  for (const one of readClaimsSync(writeClaims([draft], envelope))) return one.lines;
  throw new Error('No claim');
}

/** Lines as read from a remittance. */
function paid(...lines: readonly Partial<WriterInput<ServicePayment>>[]): readonly ServicePayment[] {
  const drafts = lines.map((over) => line({ lineControlNumber: undefined, ...over }));
  for (const event of readRemittancesSync(remittanceFile(remittanceOf([claim({ lines: drafts })])))) {
    if (event.kind === 'claim') return event.claim.lines;
  }
  throw new Error('No claim');
}

const procedure = (code: string, ...modifiers: string[]) => ({ qualifier: 'HC', code, modifiers });

describe('the billed line of a paid line', () => {
  test('is found by line control number, in any order', () => {
    const lines = billed({ controlNumber: 'A' }, { controlNumber: 'B' });
    expect(matchLines(paid({ lineControlNumber: 'B' }, { lineControlNumber: 'A' }), lines)).toEqual([
      { line: 1, billed_line: 2, by: 'REF*6R' },
      { line: 2, billed_line: 1, by: 'REF*6R' },
    ]);
  });

  test('is the same for all parts of a split line', () => {
    const lines = billed({ controlNumber: 'A' }, { controlNumber: 'B' });
    const split = paid({ lineControlNumber: 'A', charge: 4_000 }, { lineControlNumber: 'A', charge: 6_000 });
    expect(matchLines(split, lines).map(({ billed_line }) => billed_line)).toEqual([1, 1]);
  });

  test('is found by LX01 if it has no line control number', () => {
    expect(matchLines(paid({ lineControlNumber: '2' }), billed({}, {}))).toEqual([
      { line: 1, billed_line: 2, by: 'LX01' },
    ]);
  });

  test('is found by procedure, date and charge, without its modifier', () => {
    const lines = billed(
      { procedure: procedure('99213', '25') },
      { procedure: procedure('94010'), charge: 5_000 },
    );
    expect(
      matchLines(
        paid({ procedure: procedure('94010'), charge: 5_000 }, { procedure: procedure('99213') }),
        lines,
      ),
    ).toEqual([
      { line: 1, billed_line: 2, by: 'procedure_date_charge' },
      { line: 2, billed_line: 1, by: 'procedure_date_charge' },
    ]);
  });

  test('is found by SVC06 if the payer recoded it', () => {
    const lines = billed({}, { procedure: procedure('99214') });
    const recoded = paid({ procedure: procedure('99212'), billedProcedure: procedure('99214') });
    expect(matchLines(recoded, lines)).toEqual([{ line: 1, billed_line: 2, by: 'procedure_date_charge' }]);
  });

  test('is distinguished by modifiers; otherwise the match is ambiguous', () => {
    const lines = billed(
      { procedure: procedure('99213', '25') },
      { procedure: procedure('99213', '59') },
      {},
    );
    expect(matchLines(paid({ procedure: procedure('99213', '59') }), lines)).toEqual([
      { line: 1, billed_line: 2, by: 'procedure_date_charge' },
    ]);
    const same = billed({}, {}, {});
    expect(matchLines(paid({}, {}), same)).toEqual([
      { line: 1, billed_line: 1, by: 'procedure_date_charge', ambiguous: [2, 3] },
      { line: 2, billed_line: 2, by: 'procedure_date_charge', ambiguous: [3] },
    ]);
  });

  test('is found for a reversal, which has a negative charge', () => {
    expect(matchLines(paid({ charge: -10_000 }), billed({}, { charge: 1 }))).toMatchObject([
      { billed_line: 1 },
    ]);
  });

  test('is the only remaining line; with two remaining lines, none matches', () => {
    const odd = { procedure: procedure('11111'), charge: 1 };
    expect(matchLines(paid(odd), billed({}))).toEqual([{ line: 1, billed_line: 1, by: 'only_line' }]);
    expect(matchLines(paid(odd), billed({}, {}))).toEqual([{ line: 1, by: 'none' }]);
  });

  test('is not matched by a key weaker than a number', () => {
    const lines = billed({ controlNumber: 'A' }, { controlNumber: 'B' });
    expect(matchLines(paid({}, { lineControlNumber: 'A' }), lines)).toEqual([
      { line: 1, billed_line: 2, by: 'procedure_date_charge' },
      { line: 2, billed_line: 1, by: 'REF*6R' },
    ]);
  });
});
