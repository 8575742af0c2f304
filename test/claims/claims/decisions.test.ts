import { describe, expect, test } from '@jest/globals';
import { digestOf } from '#claims/claims/chain.ts';
import { claimId, type Fact, factKey, type Recovery } from '#claims/claims/facts.ts';
import { stateOf } from '#claims/claims/state.ts';
import {
  answered,
  correction,
  decision,
  denied,
  original,
  paid80,
  paid100,
  payment,
  reversalOf,
  shown,
} from './chain-facts.ts';

const stateIn = (facts: readonly Fact[]) => stateOf(new Set(facts)).get(claimId('O'));

describe('A person', () => {
  test('moves a payment to another member of the chain, and back', () => {
    const paid = paid100({ day: 5 });
    const facts = [original(), correction({ sent: 3 }), denied('CO 16'), paid];
    const move = decision({ moves: { adjudication: paid.key, to: claimId('O') } });
    expect(shown(facts)).toEqual(['O closed paid 0, CO 16 125', 'C paid paid 100']);
    expect(shown([...facts, move])).toEqual(['O paid paid 100', 'C submitted paid 0']);
    const back = decision({ withdraws: [move.key], at: '2026-12-21T10:00:00.000Z' });
    expect(stateOf(new Set([...facts, move, back]))).toEqual(stateOf(new Set(facts)));
  });

  test('posts a payment by hand, and takes it back', () => {
    const byHand = paid100({ number: 'UNKNOWN', assigned: 'C' });
    const facts = [original(), correction({ sent: 3 }), byHand];
    expect(shown(facts)).toEqual(['O closed paid 0', 'C paid paid 100']);
    expect(shown([...facts, decision({ withdraws: [byHand.key] })])).toEqual([
      'O closed paid 0',
      'C submitted paid 0',
    ]);
  });

  test('posts a payment that is held', () => {
    const held = paid100({ held: 'unbalanced' });
    expect(shown([original(), held])).toEqual(['O submitted paid 0, review unbalanced']);
    expect(shown([original(), held, decision({ posts: held.key })])).toEqual(['O paid paid 100']);
  });

  test('resolves a conflict, and another one of its kind stays open', () => {
    const [first, second] = [paid100(), paid100({ day: 5 })];
    const facts = [original(), first, second];
    const credit = stateIn(facts)?.conflicts[0];
    const resolved = [...facts, decision({ resolves: [credit?.key ?? ''] })];
    expect(shown(resolved)).toEqual(['O paid paid 200, credit 100']);
    expect(shown([...resolved, paid100({ day: 9 })])).toEqual([
      'O paid paid 300, credit 200, review overpaid',
    ]);
  });

  test('decides the lane until something else happens', () => {
    const facts = [original(), answered('rejected')];
    const decided = [...facts, decision({ lane: 'accepted', seen: digestOf(facts) })];
    expect(stateIn(decided)).toMatchObject({ lane: 'accepted', base_lane: 'payer_rejected' });
    expect(stateIn([...decided, paid100({ day: 5 })])).toMatchObject({ lane: 'paid' });
  });
});

test('A recovery is shown and is no payment', () => {
  const recovery: Recovery = {
    ...{ fact: 'recovery', key: factKey('plb'), claim: claimId('O'), remittance: 'R' },
    ...{ code: 'WO', reference: 'X', amount: 5_000 },
  };
  expect(stateIn([original(), paid100(), recovery])).toMatchObject({ paid: 10_000, recoveries: [recovery] });
});

describe('The report of denials', () => {
  const reported = (facts: readonly Fact[]) =>
    stateIn(facts)?.denials.map(({ group, code, amount, on, open }) => ({
      code: `${group} ${code}`,
      amount,
      on,
      open,
    }));

  test('keeps a denial that was paid since, with nothing open', () => {
    const right = [{ code: 'CO 16', amount: 12_500, on: '2026-12-01', open: 0 }];
    expect(reported([original(), denied('CO 16'), paid100({ day: 5 })])).toEqual(right);
    expect(reported([original(), correction({ sent: 3 }), denied('CO 16')])).toEqual(right);
    const first = denied('CO 16');
    expect(reported([original(), first, reversalOf(first, { day: 5 }), paid100({ day: 5 })])).toEqual(right);
  });

  test('counts a denial that was upheld once, on its first day', () => {
    const right = [{ code: 'CO 50', amount: 12_500, on: '2026-12-01', open: 12_500 }];
    expect(reported([original(), denied('CO 50'), denied('CO 50', { day: 5 })])).toEqual(right);
  });

  test('gains nothing by a refused repetition of a paid claim', () => {
    for (const code of ['OA 18', 'CO 29', 'CO 97']) {
      expect(reported([original(), paid100(), denied(code, { day: 5 })])).toEqual([]);
    }
  });
});

describe('The number for REF*F8', () => {
  const numberIn = (...facts: readonly Fact[]) => stateIn([original(), ...facts])?.payer_number;

  test('is that of the payment, not of a refused duplicate or a later payer', () => {
    expect(numberIn(paid100({ icn: 'X' }), denied('OA 18', { icn: 'Y', day: 5 }))).toBe('X');
    expect(numberIn(paid100({ icn: 'X' }), denied('CO 29', { icn: 'Y', day: 5 }))).toBe('X');
    const second = payment({ status: '2', payer: 'B', icn: 'Y', day: 5, paid: 20, cas: ['OA 23 105'] });
    expect(numberIn(paid80({ icn: 'X' }), second)).toBe('X');
  });

  test('is that of the payer that covers the patient', () => {
    expect(numberIn(denied('PR 27', { icn: 'X' }), paid80({ payer: 'B', icn: 'Y', day: 5 }))).toBe('Y');
  });

  test('is that of the acceptance until there is a decision', () => {
    expect(numberIn(answered('accepted', { icn: 'X' }))).toBe('X');
    expect(numberIn(answered('accepted', { icn: 'X' }), denied('OA 133', { icn: 'Y', day: 5 }))).toBe('X');
  });
});

test('A claim that was returned as unprocessable is sent as a new one', () => {
  expect(stateIn([original(), denied('CO 16', { remark: 'MA130' })])?.is_unprocessable).toBe(true);
  expect(stateIn([original(), denied('CO 16', { remark: 'M51' })])?.is_unprocessable).toBe(false);
});

test('Each adjudication shows what became of it', () => {
  const [first, second] = [paid80(), paid100({ day: 5 })];
  const facts = [original(), denied('CO 16'), first, reversalOf(first, { day: 5 }), second];
  const rows = stateIn(facts)?.adjudications.map(({ status, by }) => [status, by ?? '-'].join(' '));
  expect(rows).toEqual(['replaced only', 'reversed only', 'reversal -', 'stands only']);
  expect(stateIn(facts)?.adjusted).toEqual({ CO: 2_500 });
});
