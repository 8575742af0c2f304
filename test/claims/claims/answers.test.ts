import { describe, expect, test } from '@jest/globals';
import { accountJson } from '#claims/claims/account-json.ts';
import { claimId, type Fact, factKey, type LateResponse } from '#claims/claims/facts.ts';
import { type ClaimState, stateOf } from '#claims/claims/state.ts';
import { storedClaim } from '../responses/engine/claims.ts';
import {
  type AnswerInput,
  answered,
  correction,
  decision,
  denied,
  orders,
  original,
  paid100,
  reversalOf,
  submission,
} from './chain-facts.ts';

function stateIn(facts: readonly Fact[], id = 'O'): ClaimState {
  const state = stateOf(new Set(facts)).get(claimId(id));
  if (state === undefined) throw new Error(`No claim ${id}`);
  return state;
}

/** The lane of the original in all orders. */
function laneIn(facts: readonly Fact[], id = 'O'): string {
  const lanes = new Set(orders(facts).map((order) => stateIn(order, id).lane));
  return [...lanes].join(' or ');
}

const rejected = (input: AnswerInput = {}) => answered('rejected', input);
const accepted = (input: AnswerInput = {}) => answered('accepted', input);
const clearinghouse = 'AY:CLH01';

describe('A rejection counts', () => {
  test.each([
    [
      'after the acceptance of another sender with a later clock',
      { time: '14:00' },
      { sender: clearinghouse, time: '14:45' },
    ],
    ['beside the acceptance of another sender of a later day', { day: 1 }, { sender: clearinghouse, day: 2 }],
    [
      'processed on an earlier day than another sender accepted',
      { processed: 1, day: 3 },
      { sender: clearinghouse, day: 3 },
    ],
    ['after an earlier acceptance of its sender', { time: '10:00' }, { time: '09:00' }],
    [
      'if by one clock of its sender the acceptance is earlier',
      { processed: 2, day: 3 },
      { processed: 1, day: 4 },
    ],
    ['if no clock shows which was later', {}, {}],
  ])('%s', (_, rejection, acceptance) => {
    expect(laneIn([original(), rejected(rejection), accepted(acceptance)])).toBe('payer_rejected');
  });

  test('until its own sender accepts later', () => {
    const facts = [original(), rejected({ day: 1 }), accepted({ day: 2 })];
    expect(laneIn(facts)).toBe('accepted');
    expect(stateIn(facts)).toMatchObject({ payer_rejection: { verdict: 'rejected' } });
    expect(stateIn(facts).answers.map(({ effect }) => effect)).toEqual(['revoked', 'counts']);
  });

  test('and a receipt never replaces it', () => {
    expect(laneIn([original(), rejected({ day: 1 }), answered('receipt', { day: 2 })])).toBe(
      'payer_rejected',
    );
  });

  test('against the claim that was sent in the second in which it arrived', () => {
    const again = { ...original({ n: 2, sent: 5 }), sent_at: '2026-12-05T10:00:00.700Z' };
    const answer = { ...rejected({ day: 5 }), received_at: '2026-12-05T10:00:00.000Z' };
    expect(laneIn([original(), again, answer])).toBe('payer_rejected');
  });

  test('until the claim is sent again, and is shown', () => {
    const facts = [original(), original({ n: 2, sent: 5 }), rejected({ day: 3 })];
    expect(laneIn(facts)).toBe('submitted');
    expect(stateIn(facts)).toMatchObject({ payer_rejection: {}, answers: [{ effect: 'earlier', n: 1 }] });
  });

  test('for the file that it names, whenever it arrives', () => {
    const first = original({ batch: 'B1' });
    const second = original({ n: 2, sent: 5, batch: 'B2' });
    expect(laneIn([first, second, rejected({ batch: 'B1', day: 9 })])).toBe('submitted');
    expect(laneIn([first, second, rejected({ batch: 'B2', day: 9 })])).toBe('payer_rejected');
  });

  test('for the only submission, though the file was written before it', () => {
    expect(laneIn([original({ sent: 9 }), rejected({ day: 3 })])).toBe('payer_rejected');
  });

  test('for the correction that was sent under the number of its original', () => {
    const facts = [original(), denied('CO 16'), correction({ sent: 5 }), rejected({ day: 6 })];
    expect([laneIn(facts), laneIn(facts, 'C')]).toEqual(['closed', 'payer_rejected']);
  });
});

describe('Between a rejection and money the days of production decide', () => {
  test.each([
    ['a payment of a later day answers it', 3, 5, 'paid'],
    ['a payment of the same day answers it', 5, 5, 'paid'],
    ['a rejection of a later day than the payment leaves its money', 6, 5, 'payer_rejected'],
  ])('%s', (_, rejection, payment, lane) => {
    const facts = [original(), rejected({ day: rejection }), paid100({ day: payment })];
    expect(laneIn(facts)).toBe(lane);
    expect(stateIn(facts)).toMatchObject({
      paid: 10_000,
      payer_rejection: { written_on: `2026-12-0${rejection}` },
    });
  });

  test('a payment that was reversed still answers it', () => {
    const paid = paid100({ day: 5 });
    const facts = [original(), rejected({ day: 3 }), paid, reversalOf(paid, { day: 9 })];
    expect(laneIn(facts)).toBe('pending');
    expect(stateIn(facts).answers).toMatchObject([{ effect: 'answered' }]);
  });

  test('a reversal does not', () => {
    const paid = paid100({ day: 2 });
    expect(laneIn([original(), rejected({ day: 3 }), paid, reversalOf(paid, { day: 9 })])).toBe(
      'payer_rejected',
    );
  });
});

test('Of several rejections the one that was produced last fills the fields', () => {
  const [first, last] = [rejected({ sender: clearinghouse, day: 1 }), rejected({ day: 2 })];
  expect(stateIn([original(), last, first]).payer_rejection).toEqual(last);
});

test('A 999 that accepts moves no claim, and one that rejects does', () => {
  const by999 = { from: '999', sender: clearinghouse } as const;
  expect(laneIn([original(), accepted(by999)])).toBe('submitted');
  expect(laneIn([original(), rejected(by999)])).toBe('rejected');
  expect(laneIn([original(), rejected(by999), paid100({ day: 5 })])).toBe('paid');
  expect(laneIn([original(), rejected(by999), rejected()])).toBe('payer_rejected');
});

test('Pended outranks accepted, whichever sender states it', () => {
  expect(laneIn([original(), answered('pended'), accepted({ sender: clearinghouse, day: 5 })])).toBe(
    'pending',
  );
  expect(laneIn([original(), answered('pended'), accepted({ day: 5 })])).toBe('accepted');
});

test('A status that is read in two ways waits for a person, until it is answered', () => {
  const unclear = answered('unclear', { day: 3 });
  expect(laneIn([original(), unclear])).toBe('review');
  expect(laneIn([original(), unclear, accepted({ day: 5 })])).toBe('accepted');
  expect(laneIn([original(), unclear, paid100({ day: 5 })])).toBe('paid');
  expect(laneIn([original(), unclear, decision({ resolves: [`classification ${unclear.key}`] })])).toBe(
    'submitted',
  );
});

describe('A late response', () => {
  const late = (expects: LateResponse['expects'], over: Partial<LateResponse> = {}): LateResponse => ({
    ...{ fact: 'late', key: factKey(`late-${expects}`), claim: claimId('O'), n: 1, expects },
    ...over,
  });

  test('makes the claim overdue until it, or a later one, is there', () => {
    expect(laneIn([original(), late('999')])).toBe('overdue');
    expect(laneIn([original(), late('999'), accepted({ from: '999' })])).toBe('submitted');
    expect(laneIn([original(), late('999'), accepted()])).toBe('accepted');
    expect(laneIn([original(), late('277CA'), accepted({ from: '999' })])).toBe('overdue');
    expect(laneIn([original(), accepted(), late('835')])).toBe('overdue');
    expect(laneIn([original(), accepted(), late('835'), paid100({ day: 5 })])).toBe('paid');
  });

  test('is void once the claim was sent again', () => {
    expect(laneIn([original(), late('999'), original({ n: 2, sent: 5 })])).toBe('submitted');
  });

  test('counts again after a reversal', () => {
    const paid = paid100();
    const taken = reversalOf(paid, { day: 5 });
    expect(laneIn([original(), paid, taken, late('835')])).toBe('pending');
    expect(laneIn([original(), paid, taken, late('835', { after: taken.key })])).toBe('overdue');
  });

  test('concerns only the member that was sent last', () => {
    const facts = [original(), accepted(), late('835'), correction({ sent: 5 })];
    expect([laneIn(facts), stateIn(facts, 'C').waits_for]).toEqual(['closed', '999']);
  });

  test('concerns one of two members that were sent at the same time', () => {
    const facts = [
      original(),
      accepted(),
      correction({ sent: 5 }),
      submission('D', { corrects: 'O', sent: 5 }),
    ];
    expect(['C', 'D'].map((id) => stateIn(facts, id).waits_for)).toEqual([undefined, '999']);
  });

  test('concerns each payer to which a claim was sent', () => {
    const facts = [original(), paid100(), correction({ sent: 5 }), submission('S', { level: 2, sent: 6 })];
    expect([stateIn(facts, 'C').waits_for, stateIn(facts, 'S').waits_for]).toEqual(['999', '999']);
  });
});

test('The account of a claim lists its answers as they were written', () => {
  const facts = [accepted({ day: 2 }), answered('accepted', { from: '999', day: 1 })];
  const { answers } = accountJson([storedClaim({ id: 'O', facts })]);
  expect(answers.map(({ kind }) => kind)).toEqual(['999', '277CA']);
});
