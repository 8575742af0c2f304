import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { fileOf, officeVisit, secondaryClaim, service, withLines } from '#test/fixtures/x12/claim.ts';
import { sized } from '#test/soak.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { coverageBalances } from '#x12/837p/check/coverage-balance.ts';
import { Fingerprint, FingerprintSet } from '#x12/837p/check/file/fingerprint-set.ts';
import { PayerDay } from '#x12/837p/check/payer-day.ts';
import type { WritableClaim } from '#x12/837p/write/claims.ts';

function balances(claim: WritableClaim) {
  const [read] = [...readClaimsSync(Buffer.from(fileOf(claim), 'latin1'))];
  return read ? coverageBalances(read) : [];
}

const [primary] = secondaryClaim.otherCoverages ?? [];
const payer = { role: 'PR', entityType: '2', idQualifier: 'PI', id: '77001' };

describe('coordination of benefits', () => {
  test('returns the terms of each equation in cents', () => {
    expect(balances(secondaryClaim)).toMatchObject([
      {
        payerId: '77001',
        paid: 12050,
        basis: 'lines',
        linesPaid: 14050,
        adjustments: 2000,
        difference: 0,
        lines: [
          { charge: 12550, paid: 10000, adjustments: 2550, difference: 0 },
          { charge: 5000, paid: 4050, adjustments: 950, difference: 0 },
        ],
      },
    ]);
  });

  test('balances against the claim charge without line adjudications', () => {
    const lines = (secondaryClaim.lines ?? []).map(({ adjudications: _, ...line }) => line);
    const [balance] = balances({
      ...secondaryClaim,
      lines,
      otherCoverages: [{ ...primary, payerPaid: 15550 }],
    });
    expect(balance).toMatchObject({ basis: 'claim', charge: 17550, adjustments: 2000, difference: 0 });
  });

  test('balances a bundled line together with its target', () => {
    const bundled: WritableClaim = {
      ...withLines(
        officeVisit,
        {
          ...service('82947', 3000),
          adjudications: [
            { payerId: '77001', paid: 4000, procedure: { qualifier: 'HC', code: '80047' }, quantity: 1 },
          ],
        },
        {
          ...service('82565', 2000),
          adjudications: [
            {
              payerId: '77001',
              paid: 0,
              procedure: { qualifier: 'HC', code: '80047' },
              quantity: 1,
              bundledLine: 1,
              adjustments: [{ group: 'CO', reason: '45', amount: 1000 }],
            },
          ],
        },
      ),
      otherCoverages: [{ payerSequence: 'P', payerPaid: 4000, payer }],
    };
    const [balance] = balances(bundled);
    expect(balance).toMatchObject({
      difference: 0,
      lines: [{ charge: 5000, paid: 4000, adjustments: 1000, difference: 0 }],
    });
  });

  test('balances any consistent adjudication, and none that is off by one cent', () => {
    const line = fc.record({
      charge: fc.integer({ min: 1, max: 999_999 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.nat(5000),
        fc.constantFrom(0, 1, -1),
        (lines, patient, error) => {
          const paid = lines.map(({ charge, share }) => Math.floor(charge * share));
          const total = paid.reduce((sum, amount) => sum + amount, 0);
          const claim = {
            ...withLines(
              officeVisit,
              ...lines.map(({ charge }, i) => ({
                ...service('99213', charge),
                adjudications: [
                  {
                    payerId: '77001',
                    paid: paid[i] ?? 0,
                    procedure: { qualifier: 'HC', code: '99213' },
                    quantity: 1,
                    adjustments: [{ group: 'CO', reason: '45', amount: charge - (paid[i] ?? 0) }],
                  },
                ],
              })),
            ),
            otherCoverages: [
              {
                payerSequence: 'P',
                payerPaid: total - patient + error,
                adjustments: [{ group: 'PR', reason: '1', amount: patient }],
                payer,
              },
            ],
          };
          const [balance] = balances(claim);
          expect(balance?.difference).toBe(error);
          expect(balance?.lines.every(({ difference }) => difference === 0)).toBe(true);
        },
      ),
      { seed: 837 },
    );
  });
});

const zones = ['UTC', 'America/Denver', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const moments = ['2026-01-01T00:30:00Z', '2026-01-01T11:30:00Z', '2026-03-01T23:30:00Z'];

/** ISO dates around a moment, from three days before `daysAgo` to three days after. */
function datesAround(moment: string, daysAgo: number): string[] {
  return [-3, -2, -1, 0, 1, 2, 3].map((days) =>
    new Date(Date.parse(moment) + (days - daysAgo) * 86_400_000).toISOString().slice(0, 10),
  );
}

describe.each(zones)('the day at a payer in %s', (zone) => {
  it.each(moments)('orders dates around %s as the exact day does', (moment) => {
    for (const daysAgo of [0, 1, 90, 365]) {
      const day = new PayerDay(zone, new Date(moment), daysAgo);
      for (const date of datesAround(moment, daysAgo)) {
        const fresh = new PayerDay(zone, new Date(moment), daysAgo);
        expect([date, fresh.isBefore(date), fresh.isAfter(date)]).toEqual([
          date,
          date > day.date,
          date < day.date,
        ]);
      }
    }
  });

  it('is the wall calendar of the zone', () => {
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
    for (const moment of moments) {
      expect(new PayerDay(zone, new Date(moment)).date).toBe(local.format(new Date(moment)));
    }
  });
});

it('looks up no time zone for dates far from the present', () => {
  const day = new PayerDay('Nowhere/Unknown', new Date('2026-01-20T10:00:00Z'));
  expect([day.isBefore('2025-12-24'), day.isAfter('2025-12-24'), day.isBefore('2026-02-01')]).toEqual([
    false,
    true,
    true,
  ]);
});

const many = sized('fingerprints of a set', { short: 100_000, soak: 500_000 });
const fingerprint = new Fingerprint();

describe('fingerprint set', () => {
  test('contains added values and nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.oneof(fc.string({ maxLength: 6 }), fc.integer({ min: 0 })), { maxLength: 4 })),
        (items) => {
          const set = new FingerprintSet();
          const seen = new Set<string>();
          for (const item of items) {
            fingerprint.begin();
            for (const part of item)
              typeof part === 'string' ? fingerprint.text(part) : fingerprint.number(part);
            const key = JSON.stringify(item);
            expect(set.add(fingerprint)).toBe(seen.has(key));
            seen.add(key);
          }
        },
      ),
      { seed: 64 },
    );
  });

  test('distinguishes the claim numbers of large files', () => {
    const set = new FingerprintSet();
    let repeated = 0;
    for (let i = 0; i < many; i++) if (set.add(fingerprint.begin().text(`PCN${i}`))) repeated++;
    expect(repeated).toBe(0);
    for (let i = 0; i < many; i += 997) expect(set.add(fingerprint.begin().text(`PCN${i}`))).toBe(true);
  });
});
