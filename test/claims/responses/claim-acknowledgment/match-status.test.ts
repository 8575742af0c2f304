import { describe, expect, test } from '@jest/globals';
import type { Claim } from '#claims/claim/claim.ts';
import { candidatesOf, matchStatus } from '#claims/responses/claim-acknowledgment/match-status.ts';
import { readClaimAcknowledgmentsSync } from '#x12/277ca/read-claim-acknowledgments.ts';
import type { ClaimStatus } from '#x12/277ca/types.ts';
import type { StatusDraft } from '#x12/277ca/write-claim-acknowledgments.ts';
import { acknowledgmentFile, acknowledgmentOf, status } from '../../../fixtures/x12/acknowledgment.ts';
import { storedClaim as claim } from '../engine/claims.ts';

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
    const { numbers } = read({ trace: 'T', ref1K: 'K', refEJ: 'E', refD9: 'D' });
    expect(candidatesOf(numbers).map(({ key }) => key)).toEqual(['REF*1K', 'TRN02', 'REF*EJ', 'REF*D9']);
    const zeros = read({ trace: '00000000000000000000', ref1K: '0' });
    expect(candidatesOf(zeros.numbers)).toEqual([]);
  });

  test.each([
    ['REF*1K', { trace: 'OTHER', ref1K: 'PCN-A' }],
    ['TRN02', { trace: 'PCN-A', ref1K: 'ICN77' }],
    ['REF*EJ', { trace: '0', refEJ: 'PCN-A' }],
    ['REF*D9', { trace: 'OTHER', refD9: 'PCN-A' }],
  ])('is decided by %s if that is the first number of a known claim', (key, numbers) => {
    expect(match(read(numbers), { 'PCN-A': [a] })).toMatchObject({
      result: 'matched',
      key,
      claim: { id: 'a' },
    });
  });

  test('is ambiguous if two numbers belong to different claims', () => {
    const result = match(read({ trace: 'PCN-A', ref1K: 'PCN-B' }), { 'PCN-A': [a], 'PCN-B': [b] });
    expect(result).toMatchObject({ result: 'ambiguous', claims: [{ id: 'b' }, { id: 'a' }] });
  });

  test('is matched if two numbers belong to one claim', () => {
    const result = match(read({ trace: 'PCN-A', ref1K: 'PCN-A' }), { 'PCN-A': [a] });
    expect(result).toMatchObject({ result: 'matched', key: 'REF*1K' });
  });

  test('is unmatched without a known number', () => {
    expect(match(read({ trace: 'X', ref1K: 'Y' }), {})).toEqual({ result: 'unmatched' });
  });

  test('is the one with the number as sent rather than a similar number', () => {
    const lower = claim({ patient_control_number: 'pcn-a', id: 'lower' });
    expect(match(read({ trace: 'PCN-A' }), { 'PCN-A': [lower, a] })).toMatchObject({ claim: { id: 'a' } });
    expect(match(read({ trace: '00PCN-A' }), { '00PCN-A': [a] })).toMatchObject({ claim: { id: 'a' } });
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
      read({ trace: 'PCN1' }),
      { PCN1: [wrong, right] },
      (one) => one.batch_id === 'batch',
    );
    expect(result).toMatchObject({ result: 'matched', claim: { id: 'right' }, narrowed_by: [name] });
  });

  test('is ambiguous if nothing distinguishes two claims', () => {
    const twins = [claim({ id: 'one' }), claim({ id: 'two' })];
    expect(match(read({ trace: 'PCN1' }), { PCN1: twins })).toMatchObject({ result: 'ambiguous' });
  });

  test('differs from the status in the listed facts', () => {
    const other = claim({
      total_charge: 1,
      member_id: 'B999',
      billing_npi: '1999999984',
      service_from: '2024-01-01',
      service_to: '2024-01-31',
    });
    const result = match(read({ trace: 'PCN1' }), { PCN1: [other] });
    expect(result).toMatchObject({ differs_in: ['provider', 'amount', 'service_date', 'member'] });
  });
});
