import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  claim,
  line,
  remittance,
  remittanceFile,
  remittanceOf,
  transfer,
} from '#test/fixtures/x12/remittance.ts';
import { haveSamples, readSample } from '#test/fixtures/x12/samples.ts';
import { balanceProof, type Equation, firstUnbalanced } from '#x12/835/balance.ts';
import { forwardBalances, openForwardBalances } from '#x12/835/forward-balances.ts';
import type { ClaimPayment, ProviderAdjustment } from '#x12/835/model.ts';
import { readRemittancesSync } from '#x12/835/read-remittances.ts';
import type { RemittanceSummary } from '#x12/835/remittance-set.ts';
import { type PaymentSummary, pairReversals } from '#x12/835/reversal.ts';
import type { RemittanceInput } from '#x12/835/write-remittances.ts';

function read(...drafts: readonly RemittanceInput[]): { summary: RemittanceSummary; claims: ClaimPayment[] } {
  const events = [...readRemittancesSync(remittanceFile(...drafts))];
  const claims = events.flatMap((event) => (event.kind === 'claim' ? [event.claim] : []));
  const summary = events.flatMap((event) => (event.kind === 'end' ? [event.summary] : []))[0];
  if (summary === undefined) throw new Error('no remittance');
  return { summary, claims };
}

function proofOf(draft: RemittanceInput): readonly Equation[] {
  const { summary, claims } = read(draft);
  return balanceProof(summary.remittance.payment, claims, summary.providerAdjustments);
}

describe('835 balance', () => {
  test('proves a balanced remittance with terms in cents', () => {
    const proof = proofOf(remittance());
    expect(proof.map(({ level }) => level)).toEqual([
      ...['line', 'line', 'line'],
      ...['claim', 'claim', 'claim', 'claim'],
      'transaction',
    ]);
    expect(proof.every(({ balanced }) => balanced)).toBe(true);
    expect(proof[0]).toMatchObject({
      rule: 'SVC02 - CAS = SVC03',
      terms: [
        { name: 'SVC02', amount: 10_000 },
        { name: 'CAS CO 45', amount: -1_500 },
        { name: 'CAS PR 2', amount: -500 },
      ],
      computed: 8_000,
      stated: 8_000,
      claim: 1,
      line: 1,
    });
    expect(proof.at(-1)).toMatchObject({
      rule: 'sum of CLP04 - PLB = BPR02',
      terms: [
        { name: 'sum of CLP04', amount: 24_000 },
        { name: 'PLB WO', amount: -8_000 },
      ],
      stated: 16_000,
    });
  });

  test('names the first unbalanced level: line, claim, payment', () => {
    const broken = remittanceOf([
      claim({ patientControlNumber: 'A', paid: 7_000 }),
      claim({ patientControlNumber: 'B', lines: [line(), line({ paid: 1 })] }),
    ]);
    const found = firstUnbalanced(proofOf(broken));
    expect(found).toMatchObject({ level: 'line', patientControlNumber: 'B', line: 2, difference: 1 - 8_000 });
    expect(read(broken).summary.balance).toMatchObject({
      balanced: false,
      unbalancedLines: 1,
      unbalancedClaims: 2,
      firstUnbalanced: found,
    });
    const onlyClaim = remittanceOf([claim({ paid: 7_000 })]);
    expect(firstUnbalanced(proofOf(onlyClaim))).toMatchObject({ level: 'claim', difference: -1_000 });
    const onlyPayment = remittance({ payment: { ...transfer, amount: 1 } });
    expect(firstUnbalanced(proofOf(onlyPayment))).toMatchObject({ level: 'transaction' });
  });

  test('balances claims without lines', () => {
    const atClaim = claim({ lines: [], adjustments: [{ group: 'CO', reason: '45', amount: 2_000 }] });
    expect(read(remittanceOf([atClaim])).summary.balance.balanced).toBe(true);
  });

  test('finds one wrong cent anywhere and nothing else', () => {
    const amounts = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: -1e6, max: 1e6 })),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    fc.assert(
      fc.property(amounts, fc.constantFrom('none', 'line', 'claim', 'payment'), (lines, where) => {
        const cent = (place: string): number => (where === place ? 1 : 0);
        const drafts = lines.map(([charge, off], n) =>
          line({
            charge,
            paid: charge - off + (n === 0 ? cent('line') : 0),
            adjustments: [{ group: 'CO', reason: '45', amount: off }],
          }),
        );
        const charge = lines.reduce((sum, [amount]) => sum + amount, 0);
        const paid = lines.reduce((sum, [amount, off]) => sum + amount - off, 0) + cent('claim');
        const draft = remittanceOf(
          [claim({ charge, paid, patientResponsibility: undefined, lines: drafts })],
          {
            payment: { ...transfer, amount: paid + cent('payment') },
          },
        );
        const found = firstUnbalanced(proofOf(draft));
        expect(found?.level).toBe(where === 'none' ? undefined : where === 'payment' ? 'transaction' : where);
        expect(read(draft).summary.balance.firstUnbalanced).toEqual(found);
      }),
      { numRuns: 200, seed: 835 },
    );
  });

  test('distinguishes forward balances and recoveries and settles them across remittances', () => {
    const adjust = (reason: string, amount: number, reference: string): ProviderAdjustment => ({
      provider: '1234567893',
      fiscalPeriod: '2025-12-31',
      reason,
      reference,
      amount,
      position: { index: 9, offset: 99 },
    });
    const forward = adjust('FB', -2_016, 'FCN1');
    const other = adjust('FB', -500, 'FCN2');
    const taken = adjust('FB', 2_016, 'FCN1');
    const recovery = adjust('WO', 8_000, 'ICN0');
    expect(forwardBalances([forward, taken, recovery])).toEqual({
      carriedForward: [forward],
      applied: [taken],
      recovered: [recovery],
      deferred: [],
    });
    expect(openForwardBalances([[forward, other], [recovery], [taken]])).toEqual([other]);
  });
});

describe('reversals', () => {
  let number = 0;
  function claim(
    patientControlNumber: string,
    paid: number,
    over: Partial<PaymentSummary> = {},
  ): PaymentSummary {
    number++;
    const position = { index: number, offset: number };
    const charge = paid * 2;
    return {
      number,
      patientControlNumber,
      payerControlNumber: 'ICN',
      statusCode: '1',
      charge,
      paid,
      position,
      ...over,
    };
  }

  const reversal = (pcn: string, paid: number, over: Partial<PaymentSummary> = {}): PaymentSummary =>
    claim(pcn, paid, { statusCode: '22', ...over });

  test('pairs a reversal with its original and its correction', () => {
    const original = claim('A', 100);
    const taken = reversal('A', -100);
    const corrected = claim('A', 70, { payerControlNumber: 'ICN2' });
    expect(pairReversals([claim('B', 5), original, taken, corrected])).toEqual([
      { reversal: taken, original, correction: corrected, negates: true, net: 70 },
    ]);
  });

  test('leaves original and correction undefined for a take-back', () => {
    const taken = reversal('A', -100);
    expect(pairReversals([claim('B', 100), taken])).toEqual([
      { reversal: taken, original: undefined, correction: undefined, negates: undefined, net: -100 },
    ]);
  });

  test('pairs two reversals of one patient control number with their own originals and corrections', () => {
    const first = claim('A', 100, { payerControlNumber: 'ICN1' });
    const second = claim('A', 100, { payerControlNumber: 'ICN2' });
    const takenSecond = reversal('A', -100, { payerControlNumber: 'ICN2' });
    const takenFirst = reversal('A', -100, { payerControlNumber: 'ICN1' });
    const correction = claim('A', 60, { payerControlNumber: 'ICN3' });
    const pairs = pairReversals([first, second, takenSecond, takenFirst, correction]);
    expect(pairs.map((pair) => pair.original)).toEqual([second, first]);
    expect(pairs.map((pair) => pair.correction)).toEqual([correction, undefined]);
  });

  test('pairs an original of other amounts by payer control number, as not negated', () => {
    const original = claim('A', 90);
    const [pair] = pairReversals([original, reversal('A', -100)]);
    expect(pair).toMatchObject({ original, negates: false });
  });

  test('pairs claims of one shared patient control number in linear time', () => {
    const payments = Array.from({ length: 60_000 }, (_, n) =>
      claim('0', n, { payerControlNumber: `ICN${n}` }),
    );
    const taken = payments.map(({ paid }) => reversal('0', -paid, { payerControlNumber: 'ICN' })).reverse();
    const pairs = pairReversals([...payments, ...taken]);
    expect(pairs.slice(0, 500).every(({ net }) => net === 0)).toBe(true);
    // Older payments were dropped, so a reversal does not search all of them.
    expect(pairs[500]?.original).toBeUndefined();
  });

  (haveSamples ? test : test.skip)('reads the published retroactive adjustment', () => {
    const file = 'Project-Herophilus__Project-Herophilus-Assets/835 Inst Sample(Inpatient DRG Retro).txt';
    const ends = [...readRemittancesSync(readSample(file))].flatMap((event) =>
      event.kind === 'end' ? [event.summary] : [],
    );
    expect(ends[0]?.reversals).toMatchObject([
      { reversal: { paid: -627_97 }, original: undefined, correction: { paid: 629_54 }, net: 1_57 },
    ]);
  });
});
