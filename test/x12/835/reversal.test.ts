import { describe, expect, test } from '@jest/globals';
import { haveSamples, readSample } from '#test/fixtures/x12/samples.ts';
import { readRemittancesSync } from '#x12/835/read-remittances.ts';
import { type PaymentSummary, pairReversals } from '#x12/835/reversal.ts';

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

describe('reversals', () => {
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
    // Older ones were let go, so that no reversal looks through all.
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
