import { describe, expect, test } from '@jest/globals';
import { candidatesOf, matchStatus } from '#claims/claim-acknowledgments/match-status.ts';
import { type StatusView, statusTrigger } from '#claims/claim-acknowledgments/status-policy.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { acknowledgmentTime } from '#claims/files/file-time.ts';
import { areInConflict, classify, dispositionOf } from '#x12/277ca/classification.ts';
import type { ClaimStatus, StatusInformation } from '#x12/277ca/model.ts';
import { readClaimAcknowledgmentsSync } from '#x12/277ca/read-claim-acknowledgments.ts';
import type { StatusDraft } from '#x12/277ca/write-claim-acknowledgments.ts';
import { acknowledgmentFile, acknowledgmentOf, status } from '../../../fixtures/x12/acknowledgment.ts';
import { storedClaim as claim } from '../engine/claims.ts';

/** A status with one STC. */
function statusView(category: string, action?: string): StatusView {
  const status: StatusInformation = {
    reasons: [{ category, code: '20', entity: undefined }],
    date: undefined,
    action,
    amount: undefined,
    message: undefined,
    position: { index: 0, offset: 0 },
  };
  const classification = classify(category);
  const disposition = dispositionOf(status);
  const conflict = areInConflict(classification, disposition);
  return { category, statusCode: '20', statuses: [status], classification, disposition, conflict };
}

/** A status as it is read from a file. */
function read(numbers: StatusDraft['numbers'], over: Partial<StatusDraft> = {}): ClaimStatus {
  const bytes = acknowledgmentFile(acknowledgmentOf([status({ numbers, ...over })]));
  for (const event of readClaimAcknowledgmentsSync(bytes)) if (event.kind === 'status') return event.status;
  throw new Error('No status');
}

const match = (
  one: ClaimStatus,
  known: Record<string, readonly Claim[]>,
  isInBatch: (claim: Claim) => boolean = () => false,
) => matchStatus(one, new Map(Object.entries(known)), isInBatch);

describe('the claim that a status is about', () => {
  const a = claim({ patient_control_number: 'PCN-A', id: 'a' });
  const b = claim({ patient_control_number: 'PCN-B', id: 'b' });

  test('is looked up by REF*1K, TRN02, REF*EJ, REF*D9, except numbers of zeros', () => {
    const { numbers } = read({ trn02: 'T', ref_1k: 'K', ref_ej: 'E', ref_d9: 'D' });
    expect(candidatesOf(numbers).map(({ key }) => key)).toEqual(['REF*1K', 'TRN02', 'REF*EJ', 'REF*D9']);
    const zeros = read({ trn02: '00000000000000000000', ref_1k: '0' });
    expect(candidatesOf(zeros.numbers)).toEqual([]);
  });

  test.each([
    ['REF*1K', { trn02: 'OTHER', ref_1k: 'PCN-A' }],
    ['TRN02', { trn02: 'PCN-A', ref_1k: 'ICN77' }],
    ['REF*EJ', { trn02: '0', ref_ej: 'PCN-A' }],
    ['REF*D9', { trn02: 'OTHER', ref_d9: 'PCN-A' }],
  ])('is decided by %s if that is the first number of a known claim', (key, numbers) => {
    expect(match(read(numbers), { 'PCN-A': [a] })).toMatchObject({
      result: 'matched',
      key,
      claim: { id: 'a' },
    });
  });

  test('is ambiguous if two numbers belong to different claims', () => {
    const result = match(read({ trn02: 'PCN-A', ref_1k: 'PCN-B' }), { 'PCN-A': [a], 'PCN-B': [b] });
    expect(result).toMatchObject({ result: 'ambiguous', claims: [{ id: 'b' }, { id: 'a' }] });
  });

  test('is matched if two numbers belong to one claim', () => {
    const result = match(read({ trn02: 'PCN-A', ref_1k: 'PCN-A' }), { 'PCN-A': [a] });
    expect(result).toMatchObject({ result: 'matched', key: 'REF*1K' });
  });

  test('is unmatched without a known number', () => {
    expect(match(read({ trn02: 'X', ref_1k: 'Y' }), {})).toEqual({ result: 'unmatched' });
  });

  test('is the one with the number as sent rather than a similar number', () => {
    const lower = claim({ patient_control_number: 'pcn-a', id: 'lower' });
    expect(match(read({ trn02: 'PCN-A' }), { 'PCN-A': [lower, a] })).toMatchObject({ claim: { id: 'a' } });
    expect(match(read({ trn02: '00PCN-A' }), { '00PCN-A': [a] })).toMatchObject({ claim: { id: 'a' } });
  });

  test.each([
    ['provider', { billing_npi: '1999999984', tax_id: '999999999' }],
    ['batch', { batch_id: 'other' }],
    ['not_replaced', { lane: 'closed' as const }],
    ['amount', { total_charge: 1 }],
    ['dates', { service_from: '2024-01-01', service_to: '2024-01-01' }],
    ['waiting', { lane: 'review' as const }],
  ])('is distinguished from others with its number by %s', (name, difference) => {
    const right = claim({ id: 'right', batch_id: 'batch' });
    const wrong = claim({ id: 'wrong', batch_id: 'batch', ...difference });
    const result = match(
      read({ trn02: 'PCN1' }),
      { PCN1: [wrong, right] },
      (one) => one.batch_id === 'batch',
    );
    expect(result).toMatchObject({ result: 'matched', claim: { id: 'right' }, narrowed_by: [name] });
  });

  test('is ambiguous if nothing distinguishes two claims', () => {
    const twins = [claim({ id: 'one' }), claim({ id: 'two' })];
    expect(match(read({ trn02: 'PCN1' }), { PCN1: twins })).toMatchObject({ result: 'ambiguous' });
  });

  test('differs from the status in the listed facts', () => {
    const other = claim({
      total_charge: 1,
      member_id: 'B999',
      billing_npi: '1999999984',
      service_from: '2024-01-01',
      service_to: '2024-01-31',
    });
    const result = match(read({ trn02: 'PCN1' }), { PCN1: [other] });
    expect(result).toMatchObject({ differs_in: ['provider', 'amount', 'service_date', 'member'] });
  });
});

describe('the transition of a status', () => {
  test.each([
    // Category, STC03, transition by the contract, transition by the standard.
    ['A1', undefined, 'accepted', 'accepted'],
    ['A2', 'WQ', 'accepted', 'accepted'],
    ['A3', undefined, 'questioned', 'payer_rejected'],
    ['A4', undefined, 'payer_rejected', 'payer_rejected'],
    ['A6', undefined, 'payer_rejected', 'payer_rejected'],
    ['A7', 'U', 'payer_rejected', 'payer_rejected'],
    ['A8', undefined, 'questioned', 'payer_rejected'],
    ['A9', undefined, 'pended', undefined],
    ['P1', undefined, 'questioned', 'pended'],
    ['P5', undefined, 'questioned', 'pended'],
    ['A0', undefined, undefined, 'accepted'],
    ['A5', undefined, undefined, 'accepted'],
    ['P0', undefined, undefined, 'pended'],
    ['F1', undefined, undefined, 'pended'],
    ['R4', undefined, undefined, 'pended'],
    ['E1', undefined, undefined, undefined],
    ['D0', undefined, undefined, undefined],
    ['ZZ', undefined, undefined, undefined],
    // STC03 U rejects with any category.
    ['A2', 'U', 'questioned', 'payer_rejected'],
    ['F2', 'U', 'questioned', 'payer_rejected'],
    ['ZZ', 'U', 'questioned', 'payer_rejected'],
    ['', 'U', 'questioned', 'payer_rejected'],
    ['F5', undefined, 'questioned', 'payer_rejected'],
  ])('%s with action %s', (category, action, contract, standard) => {
    const status = statusView(category, action);
    expect([
      statusTrigger(status, { reading: 'contract' }),
      statusTrigger(status, { reading: 'standard' }),
    ]).toEqual([contract, standard]);
  });
});

describe('the time of a 277CA', () => {
  const group = (date: string, time: string) => ({ date, time });
  const received = '2026-03-20T00:00:00.000Z';

  test.each([
    // 2200A DTP 009, GS04 and GS05
    ['2026-03-10', '2026-03-10', '14:30', '2026-03-10T14:30:00.000Z'],
    ['2026-03-10', '2026-03-11', '02:00', '2026-03-10T23:59:59.999Z'],
    ['2026-03-10', '2026-03-09', '02:00', '2026-03-10T00:00:00.000Z'],
    ['2026-03-10', 'JANUARY', 'NOON', '2026-03-10T00:00:00.000Z'],
    [undefined, '2026-03-11', '02:00', '2026-03-11T02:00:00.000Z'],
    [undefined, '', '', received],
    // A time further in the future than clocks differ.
    ['2026-03-20', '2026-03-20', '20:00', '2026-03-20T20:00:00.000Z'],
    ['2062-03-10', '2026-03-10', '14:30', '2026-03-10T14:30:00.000Z'],
    ['2026-03-10', '2062-03-10', '14:30', '2026-03-10T00:00:00.000Z'],
    ['2062-03-10', '2062-03-10', '14:30', received],
  ])('processed %s, written %s %s: %s', (processed, date, time, expected) => {
    expect(acknowledgmentTime(processed, group(date, time), received, 'UTC')).toBe(expected);
  });
});

describe('the time of a 277CA in the time zone of its payer', () => {
  const received = '2026-11-20T00:00:00.000Z';

  test.each([
    ['2026-03-16', '2026-03-16', '12:00', 'America/Denver', '2026-03-16T18:00:00.000Z'],
    // The file was written in the evening, which is the next day in UTC.
    ['2026-03-16', '2026-03-16', '23:30', 'America/Denver', '2026-03-17T05:30:00.000Z'],
    ['2026-03-16', '2026-03-17', '01:00', 'America/Denver', '2026-03-17T05:59:59.999Z'],
    ['2026-03-16', '', '', 'America/Denver', '2026-03-16T06:00:00.000Z'],
    ['2026-01-16', '2026-01-16', '12:00', 'America/Denver', '2026-01-16T19:00:00.000Z'],
    [undefined, '2026-03-16', '12:00', 'Pacific/Auckland', '2026-03-15T23:00:00.000Z'],
    // The clock skips 2:30, and shows 1:30 twice.
    [undefined, '2026-03-08', '02:30', 'America/Denver', '2026-03-08T09:30:00.000Z'],
    [undefined, '2026-11-01', '01:30', 'America/Denver', '2026-11-01T07:30:00.000Z'],
    [undefined, '2026-03-16', '12:00:30.5', 'Asia/Kolkata', '2026-03-16T06:30:30.500Z'],
  ])('processed %s, written %s %s in %s: %s', (processed, date, time, timeZone, expected) => {
    expect(acknowledgmentTime(processed, { date, time }, received, timeZone)).toBe(expected);
  });
});
