import { describe, expect, test } from '@jest/globals';
import type { ClaimEvent } from '#claims/claim/claim.ts';
import { adjudicationOf } from '#claims/secondary/adjudication.ts';
import { secondaryNumber } from '#claims/secondary/secondary-content.ts';

const event = (reference: string, outcome: string, paid: number, more: object = {}): ClaimEvent => ({
  at: '2026-03-20T00:00:00.000Z',
  kind: 'payment',
  reference,
  detail: { number: 1, outcome, paid, charge: outcome === 'reversed' ? -100 : 100, ...more },
});

describe('adjudicationOf', () => {
  const first = { remittanceId: 'R1', number: 1 };

  test.each<[string, readonly ClaimEvent[], object | undefined]>([
    ['the payment', [event('R1', 'paid', 60)], first],
    ['a denial', [event('R1', 'denied', 0)], first],
    ['the newest of two payments', [event('R0', 'paid', 60), event('R1', 'underpaid', 70)], first],
    ['nothing that is held', [event('R1', 'paid', 60, { held: 'claim_unbalanced' })], undefined],
    ['no estimate', [event('R1', 'estimate', 0), event('R1', 'forwarded', 0)], undefined],
    ['no reversed payment', [event('R0', 'paid', 60), event('R1', 'reversed', -60)], undefined],
    [
      'the correction after a reversal',
      [event('R0', 'paid', 60), event('R1', 'reversed', -60), event('R1', 'paid', 50, { number: 2 })],
      { remittanceId: 'R1', number: 2 },
    ],
    [
      'the correction before its reversal',
      [event('R0', 'paid', 60), event('R1', 'paid', 50), event('R1', 'reversed', -60, { number: 2 })],
      first,
    ],
    [
      'the payment of another charge than the reversed one',
      [event('R1', 'paid', 60, { charge: 200 }), event('R2', 'paid', 60), event('R3', 'reversed', -60)],
      first,
    ],
    [
      'no payment that a person took back',
      [event('R1', 'paid', 60), event('R1', '', -60, { taken_back: true })],
      undefined,
    ],
  ])('finds %s', (_, events, found) => {
    expect(adjudicationOf(events)).toEqual(found);
  });

  test('finds the payment of a remittance that is named', () => {
    const events = [event('R1', 'paid', 60), event('R2', 'paid', 70)];
    expect(adjudicationOf(events, 'R1')).toEqual(first);
    expect(adjudicationOf(events, 'R3')).toBeUndefined();
  });
});

test.each([
  ['A1001', 'S', 'A1001-S'],
  ['12345678901234567890123', 'T', '123456789012345678-T'],
])('secondaryNumber of %s for %s is %s', (number, sequence, own) => {
  expect(secondaryNumber(number, sequence)).toBe(own);
});
