import { describe, expect, test } from '@jest/globals';
import { claimId, factKey } from '#claims/claims/facts.ts';
import { carcKind, carcRows, isUnclassified, isUnknown } from '#claims/remittances/carc.ts';
import { contentKeys, judge } from '#claims/remittances/judge.ts';
import { claimPayment, denied, type PaymentInput, payment } from '#test/claims/claims/chain-facts.ts';
import { adjustmentReasonCodes } from '#x12/codes/adjustment-reason.ts';
import { adjustmentReasonText } from '#x12/codes/adjustment-reason-texts.ts';

describe('The table of CARC', () => {
  test('has a row for every code with a known text, and each row a source', () => {
    const known = [...adjustmentReasonCodes.entries.keys()].filter((code) => adjustmentReasonText(code));
    expect(known.filter((code) => !carcRows.has(code))).toEqual([]);
    expect([...carcRows.values()].filter(({ source }) => source === '')).toEqual([]);
  });

  test('has only published codes', () => {
    expect([...carcRows.keys()].filter((code) => !adjustmentReasonCodes.entries.has(code))).toEqual([]);
  });

  test('marks a published code without a row, and knows one that is not published', () => {
    expect([isUnclassified('310'), isUnknown('310')]).toEqual([true, false]);
    expect([isUnclassified('999'), isUnknown('999')]).toEqual([false, true]);
    expect([isUnclassified('45'), isUnknown('45')]).toEqual([false, false]);
  });

  test.each([
    ['CO', '45', 'agreed'],
    ['PR', '45', 'agreed'],
    ['OA', '45', 'denial'],
    ['PR', '1', 'share'],
    ['CO', '1', 'denial'],
    ['OA', '23', 'elsewhere'],
    ['PR', '23', 'denial'],
    ['PR', '100', 'elsewhere'],
    ['OA', '133', 'pended'],
    ['OA', '18', 'duplicate'],
  ])('%s %s is %s', (group, code, kind) => {
    expect(carcKind(group, code)).toBe(kind);
  });
});

/** The outcome of each line, with its reasons. */
const outcomes = (input: PaymentInput): readonly string[] =>
  payment(input).lines.map(({ line, outcome, denied: reasons }) =>
    [
      `${line} ${outcome}`,
      ...reasons.map(({ group, code, amount }) => `${group} ${code} ${amount / 100}`),
    ].join(', '),
  );

describe('A line is', () => {
  test.each<[string, PaymentInput, readonly string[]]>([
    ['paid', { paid: 100, cas: ['CO 45 25'] }, ['1 paid']],
    ['paid short', { paid: 60, cas: ['CO 45 15', 'CO 50 50'] }, ['1 paid, CO 50 50']],
    ['paid, and the rest is the share of the patient', { paid: 60, cas: ['PR 96 65'] }, ['1 paid']],
    [
      'short of the fee schedule under a group that 45 does not have',
      { paid: 100, cas: ['PI 45 25'] },
      ['1 paid, PI 45 25'],
    ],
    [
      'judged by the net of its adjustments',
      { paid: 100, cas: ['CO 50 40', 'CO 50 -40', 'CO 45 25'] },
      ['1 paid'],
    ],
    ['settled by the deductible', { cas: ['CO 45 25', 'PR 1 100'] }, ['1 settled']],
    ['settled, but for what is denied besides', { cas: ['PR 1 100', 'PR 204 25'] }, ['1 settled, PR 204 25']],
    ['settled because another payer paid', { cas: ['OA 23 125'] }, ['1 settled']],
    ['denied under PR', { cas: ['PR 31 125'] }, ['1 denied, PR 31 125']],
    ['denied by every code', { cas: ['CO 16 100', 'OA 45 25'] }, ['1 denied, CO 16 100, OA 45 25']],
    ['denied by the agreed code if there is no other', { cas: ['CO 45 125'] }, ['1 denied, CO 45 125']],
    [
      'denied without the agreed code if there is another',
      { cas: ['CO 45 25', 'CO 50 100'] },
      ['1 denied, CO 50 100'],
    ],
    ['denied under the group CR of earlier guides', { cas: ['CR 50 125'] }, ['1 denied, OA 50 125']],
    ['pended', { cas: ['OA 133 125'] }, ['1 pended']],
    ['pended by an earlier status', { status: '13', cas: ['CO 16 125'] }, ['1 pended']],
    [
      'not pended by an earlier status if it is paid',
      { status: '13', paid: 100, cas: ['CO 45 25'] },
      ['1 paid'],
    ],
    ['nothing without a charge', { charge: 0, cas: [] }, ['1 neutral']],
    ['nothing if it only reports', { charge: 0.01, cas: ['CO 246 0.01'] }, ['1 neutral']],
    [
      'part of another one that is paid',
      {
        paid: 100,
        lines: { 1: { charge: 75, paid: 100, cas: ['OA 94 -25'] }, 2: { charge: 50, cas: ['CO 97 50'] } },
      },
      ['1 paid', '2 settled'],
    ],
    [
      'denied as part of one that is not here',
      { lines: { 1: { charge: 75, cas: ['CO 50 75'] }, 2: { charge: 50, cas: ['CO 97 50'] } } },
      ['1 denied, CO 50 75', '2 denied, CO 97 50'],
    ],
    [
      'not paid if the CAS of the claim take it all',
      { lines: { 1: { charge: 125, paid: 25, cas: ['CO 50 100'] } }, ofClaim: ['CO 45 25'] },
      ['1 denied, CO 50 100', 'claim neutral'],
    ],
    [
      'denied beside the negative adjustment of another',
      {
        lines: {
          1: { charge: 25, paid: 0, cas: ['OA 94 -100', 'CO 45 125'] },
          2: { charge: 100, cas: ['CO 50 100'] },
        },
      },
      ['1 denied, CO 45 125', '2 denied, CO 50 100'],
    ],
  ])('%s', (_, input, right) => {
    expect(outcomes(input)).toEqual(right);
  });

  test('the sum of the SVC that the payer split it into', () => {
    const split = claimPayment({
      paid: 50,
      lines: { 1: { charge: 75, paid: 50, cas: ['CO 45 25'] }, 2: { charge: 50, cas: ['CO 151 50'] } },
    });
    const matches = [1, 2].map((line) => ({ line, billed_line: 1, by: 'REF*6R' as const }));
    const { lines } = judge(split, matches, {
      ...{ key: factKey('key'), claim: claimId('O'), remittance: 'R', payer: 'A', written_on: '2026-12-01' },
      ...{ payment_number: 1, received_at: '2026-12-01T12:00:00.000Z' },
      payment: { date: '2026-12-01', originator: 'A', trace: 'T1' },
    });
    expect(lines).toMatchObject([
      { line: '1', charge: 12_500, paid: 5_000, agreed: 2_500, denied: [{ code: '151', amount: 5_000 }] },
    ]);
  });

  test('a separate line if the payer added it', () => {
    const lines = { 1: { charge: 125, cas: ['CO 97 125'] }, 11: { charge: 0, paid: 10, cas: ['OA 94 -10'] } };
    expect(outcomes({ paid: 10, lines })).toEqual(['1 settled', '+11 paid']);
  });

  test('the whole claim if the payer has none of the billed lines', () => {
    const lines = { 11: { charge: 75, paid: 60, cas: ['CO 45 15'] }, 12: { charge: 50, cas: ['CO 50 50'] } };
    expect(outcomes({ paid: 60, lines })).toEqual(['all paid, CO 50 50']);
  });
});

describe('A payment', () => {
  test.each<[string, PaymentInput, string, number]>([
    ['of the primary', { paid: 100 }, 'decision', 1],
    ['forwarded by a secondary', { status: '20', paid: 100 }, 'decision', 2],
    ['of a later payer that calls itself primary', { paid: 20, cas: ['OA 23 105'] }, 'decision', 2],
    ['reversed', { status: '22', charge: -125, paid: -100 }, 'reversal', 1],
    ['negative under status 1', { charge: -125, paid: -100 }, 'reversal', 1],
    ['reversed with nothing paid', { status: '22', charge: -125, cas: ['CO 16 -125'] }, 'reversal', 1],
    ['of a duplicate', { cas: ['OA 18 125'] }, 'duplicate', 1],
    ['of a duplicate and another reason', { cas: ['OA 18 100', 'CO 16 25'] }, 'decision', 1],
    ['that is only priced', { status: '25', cas: ['CO 45 125'] }, 'estimate', 1],
    ['that was forwarded', { status: '23', cas: ['OA B11 125'] }, 'forwarded', 1],
  ])('%s', (_, input, kind, level) => {
    expect(payment(input)).toMatchObject({ kind, level });
  });

  test('names its codes that nobody published, and those without a row', () => {
    expect(denied('CO 999')).toMatchObject({ unknown_codes: ['999'], unclassified_codes: [] });
    expect(denied('CO 310')).toMatchObject({ unknown_codes: [], unclassified_codes: ['310'] });
  });

  test('has the share of the patient by reason', () => {
    const { lines } = payment({ cas: ['PR 1 50', 'PR 2 20', 'PR 3 5', 'PR 204 50'] });
    expect(lines[0]?.patient).toEqual({ deductible: 5_000, coinsurance: 2_000, copay: 500, other: 5_000 });
  });
});

describe('The key of a payment', () => {
  const payment835 = { originator: '1512345678', trace: 'T1', date: '2026-12-01' };
  const claim = claimPayment({ paid: 100, cas: ['CO 45 25'], icn: 'X' });

  test('is that of its content, wherever it stands', () => {
    const [whole, cut] = [contentKeys(payment835), contentKeys(payment835)];
    const first = whole(claimPayment({ number: 'OTHER' }));
    expect(whole(claim)).toBe(cut({ ...claim, number: 7, position: { index: 99, offset: 9_000 } }));
    expect(first).not.toBe(cut(claim));
  });

  test('distinguishes equal payments of one remittance, and of two remittances', () => {
    const keyOf = contentKeys(payment835);
    const keys = [keyOf(claim), keyOf(claim), contentKeys({ ...payment835, trace: 'T2' })(claim)];
    expect(new Set(keys).size).toBe(3);
  });
});
