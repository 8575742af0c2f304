import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fileOf, officeVisit, secondaryClaim, service, withLines } from '#test/fixtures/x12/claim.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { coverageBalances } from '#x12/837p/check/coverage-balance.ts';
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
