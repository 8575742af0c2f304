import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { localDay } from '#calendar/time-zone.ts';
import { adjudicationDate } from '#claims/secondary/create-secondary.ts';
import { secondaryNumber } from '#claims/secondary/secondary-content.ts';

test.each([
  ['A1001', 'S', 'A1001-S'],
  ['12345678901234567890123', 'T', '123456789012345678-T'],
])('secondaryNumber of %s for %s is %s', (number, sequence, own) => {
  expect(secondaryNumber(number, sequence)).toBe(own);
});

const remittance = (paid: string | undefined, produced: string | undefined, received: string) => ({
  payment: { date: paid },
  production_date: produced,
  received_at: received,
});

describe('the adjudication date', () => {
  test.each([
    ['the day of the payment', '2026-03-20', '2026-03-19', '2026-03-20'],
    ['the day of production for a later transfer', '2026-03-21', '2026-03-19', '2026-03-19'],
    ['the day of receipt if both are later', '2026-03-22', '2026-03-21', '2026-03-20'],
    ['the day of receipt without dates', undefined, undefined, '2026-03-20'],
  ])('is %s', (_, paid, produced, date) => {
    expect(adjudicationDate(remittance(paid, produced, '2026-03-20T18:00:00Z'), 'America/Denver')).toBe(date);
  });

  test('is no day of UTC that has not begun at the payer', () => {
    const evening = remittance('2026-03-21', '2026-03-21', '2026-03-21T01:30:00Z');
    expect(adjudicationDate(evening, 'America/Denver')).toBe('2026-03-20');
    expect(adjudicationDate(evening, 'UTC')).toBe('2026-03-21');
  });

  test('is never in the future of the payer', () => {
    const moments = fc.date({
      min: new Date('2025-01-01'),
      max: new Date('2027-12-31'),
      noInvalidDate: true,
    });
    const zones = fc.constantFrom('UTC', 'America/Denver', 'Pacific/Honolulu', 'Pacific/Guam');
    const day = fc.option(
      moments.map((moment) => moment.toISOString().slice(0, 10)),
      { nil: undefined },
    );
    fc.assert(
      fc.property(day, day, moments, zones, (paid, produced, received, zone) => {
        const date = adjudicationDate(remittance(paid, produced, received.toISOString()), zone);
        expect(date <= localDay(received, zone)).toBe(true);
      }),
    );
  });
});
