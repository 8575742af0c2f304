import { describe, expect, test } from '@jest/globals';
import type { Claim } from '#claims/claims/claim.ts';
import { matchLines } from '#claims/remittances/match-lines.ts';
import { matchPayment } from '#claims/remittances/match-payment.ts';
import type { StoredRemittance } from '#claims/remittances/stored-remittance.ts';
import type { ClaimPayment, ServicePayment } from '#x12/835/model.ts';
import { readRemittancesSync } from '#x12/835/read-remittances.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import type { ServiceLine } from '#x12/837p/model/line.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import type { WriterInput } from '#x12/writer/writer.ts';
import { envelope, officeVisit } from '../../../fixtures/x12/claim.ts';
import { claim, line, remittanceFile, remittanceOf } from '../../../fixtures/x12/remittance.ts';
import { storedClaim } from '../engine/claims.ts';
import { payment, remittance } from './postings.ts';

const paidTo = (payee: Partial<StoredRemittance['payee']>) => {
  const of = remittance('R1', '2026-04-01');
  return { ...of, payee: { ...of.payee, ...payee }, payer: { ...of.payer, id: 'CO_TXIX' } };
};
const npi = paidTo({ id_qualifier: 'XX', id: '1234567893' });
const office = { npis: new Set(['1234567893']), taxIds: new Set(['84-1234567']) };
const served = { statementFrom: '2025-02-01', statementTo: '2025-02-01' };

const match = (
  known: { byNumber?: readonly Claim[]; byPayerControl?: readonly Claim[] },
  over: Partial<ClaimPayment> = {},
  of: StoredRemittance = npi,
) =>
  matchPayment(
    { ...payment(8_000), ...served, ...over },
    of,
    { byNumber: [], byPayerControl: [], ...known },
    office,
  );

const a = storedClaim({ id: 'a' });

describe('the claim of a payment', () => {
  test('is found by patient control number, else by the number of the payer', () => {
    const b = storedClaim({ id: 'b', payer_control_number: 'ICN1' });
    expect(match({ byNumber: [a], byPayerControl: [b] })).toMatchObject({
      ...{ result: 'matched', claim: { id: 'a' }, by: 'patient_control_number' },
    });
    expect(match({ byPayerControl: [b] })).toMatchObject({ claim: { id: 'b' }, by: 'payer_control_number' });
    const stranger = storedClaim({ total_charge: 1, service_from: '2024-01-01', service_to: '2024-01-01' });
    expect(match({ byNumber: [stranger], byPayerControl: [b] })).toMatchObject({ claim: { id: 'b' } });
    expect(match({})).toEqual({ result: 'unmatched' });
  });

  test.each<[string, Partial<Claim>, Partial<ClaimPayment>]>([
    ['provider', { billing_npi: '1999999984', tax_id: '999999999' }, {}],
    ['payer_control_number', { payer_control_number: 'OTHER' }, {}],
    ['frequency', { frequency: '7' }, { frequency: '1' }],
    ['dates', { service_from: '2025-01-30' }, {}],
    ['amount', { total_charge: 1 }, {}],
    ['not_replaced', { lane: 'closed' }, {}],
  ])('of one number is narrowed by %s', (criterion, over, sent) => {
    const right = storedClaim({ id: 'a', payer_control_number: 'ICN1' });
    const other = storedClaim({ id: 'b', payer_control_number: 'ICN1', ...over });
    expect(match({ byNumber: [other, right] }, sent)).toMatchObject({
      ...{ result: 'matched', claim: { id: 'a' }, narrowed_by: [criterion] },
    });
  });

  test('is ambiguous when nothing distinguishes two claims, unless they are one chain', () => {
    const claims = [a, storedClaim({ id: 'b' })];
    expect(match({ byNumber: claims })).toEqual({ result: 'ambiguous', claims });
    const chain = [storedClaim({ id: 'a', members: ['b'] }), storedClaim({ id: 'b', chain: 'a' })];
    expect(match({ byNumber: chain })).toMatchObject({ result: 'matched' });
  });

  test('is the original, not its correction, for a reversal', () => {
    const original = storedClaim({ id: 'a', payer_control_number: 'ICN1' });
    const correction = storedClaim({ id: 'b', frequency: '7' });
    const reversal = payment(8_000, { statusCode: '22' });
    expect(match({ byNumber: [correction, original] }, reversal)).toMatchObject({ claim: { id: 'a' } });
  });

  test('differs from the payment in the listed facts', () => {
    expect(match({ byNumber: [storedClaim({ total_charge: 1 })] })).toMatchObject({ differs_in: ['amount'] });
  });

  test.each<[string, Partial<StoredRemittance['payee']>]>([
    ['the NPI of another practice', { id: '1993999998' }],
    ['NPI and tax id of another practice', { id: '1993999998', tax_id: '990000001' }],
    ['the tax id of another practice', { id_qualifier: 'FI', id: '990000001', tax_id: '990000001' }],
  ])('is none if the payee has %s', (_, payee) => {
    const paid = paidTo({ id_qualifier: 'XX', ...payee });
    expect(match({ byNumber: [a] }, {}, paid)).toEqual({ result: 'unmatched', failed: ['payee'] });
  });

  test.each<[string, Partial<StoredRemittance['payee']>]>([
    ['an unknown NPI and a known tax id', { id_qualifier: 'XX', id: '1993999998', tax_id: '841234567' }],
    ['a number of the payer', { id_qualifier: 'XV', id: 'P00077' }],
    ['no number', {}],
  ])('may be paid to a payee with %s', (_, payee) => {
    expect(match({ byNumber: [a] }, {}, paidTo(payee))).toMatchObject({ result: 'matched' });
  });

  test('may be paid to its own provider, which the office does not list', () => {
    const own = storedClaim({ billing_npi: '1993999998' });
    const paid = paidTo({ id_qualifier: 'XX', id: '1993999998' });
    expect(match({ byNumber: [own] }, {}, paid)).toMatchObject({ result: 'matched' });
  });

  test('agrees in patient, amount or days of service', () => {
    const days = { service_from: '2024-01-01', service_to: '2024-01-01' };
    const patient = { lastName: 'Fern', firstName: 'Olive' } as ClaimPayment['patient'];
    const other = { lastName: 'BIRCH', firstName: 'ROWAN', id: 'Z9' } as ClaimPayment['patient'];
    const unlike = storedClaim({ ...days, total_charge: 1 });
    expect(match({ byNumber: [unlike] }, { patient: other })).toEqual({
      ...{ result: 'unmatched', failed: ['patient', 'amount', 'dates'] },
    });
    expect(match({ byNumber: [unlike] }, { patient })).toMatchObject({ result: 'matched' });
    const sameDays = storedClaim({ total_charge: 1 });
    expect(match({ byNumber: [sameDays] })).toMatchObject({ result: 'matched' });
    const sameCharge = storedClaim(days);
    expect(match({ byNumber: [sameCharge] })).toMatchObject({ result: 'matched' });
    expect(match({ byNumber: [storedClaim({})] }, { patient: other })).toMatchObject({ result: 'matched' });
  });

  test('of another patient differs in nothing else', () => {
    const patient = { lastName: 'BIRCH', firstName: 'ROWAN', id: 'Z9' } as ClaimPayment['patient'];
    const sameDays = storedClaim({ total_charge: 1 });
    expect(match({ byNumber: [sameDays] }, { patient })).toMatchObject({ failed: ['patient', 'amount'] });
    const sameCharge = storedClaim({ service_from: '2024-01-01', service_to: '2024-01-01' });
    expect(match({ byNumber: [sameCharge] }, { patient })).toMatchObject({ failed: ['patient', 'dates'] });
    const cut = { lastName: 'FERN', firstName: 'OLIVE MAY', id: 'Z9' } as ClaimPayment['patient'];
    expect(match({ byNumber: [sameDays] }, { patient: cut })).toMatchObject({ result: 'matched' });
  });

  test('that has the number by mistake gives way to the one with the number of the payer', () => {
    const patient = { lastName: 'BIRCH', firstName: 'ROWAN', id: 'Z9' } as ClaimPayment['patient'];
    const mistaken = storedClaim({ id: 'mistaken' });
    const meant = storedClaim({ id: 'meant', member_id: 'Z9' });
    const found = match({ byNumber: [mistaken], byPayerControl: [meant] }, { patient });
    expect(found).toMatchObject({ by: 'payer_control_number', claim: { id: 'meant' } });
    const alone = match({ byNumber: [mistaken], byPayerControl: [] }, { patient });
    expect(alone).toMatchObject({ claim: { id: 'mistaken' } });
  });

  test('found by the number of a payer alone is of this payer', () => {
    const known = { byPayerControl: [a] };
    const other = { ...npi, payer: { ...npi.payer, id: 'OTHER' } };
    expect(match(known, {}, other)).toEqual({ result: 'unmatched', failed: ['payer'] });
    const byOriginator = { ...other, payment: { ...other.payment, originator: 'co_txix' } };
    expect(match(known, {}, byOriginator)).toMatchObject({ result: 'matched' });
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
