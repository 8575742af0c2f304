import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Adjudication, claimId, type Fact } from '#claims/claims/facts.ts';
import { totalOf } from '#claims/claims/patient-share.ts';
import { stateOf } from '#claims/claims/state.ts';
import { sized } from '#test/soak.ts';
import {
  answered,
  correction,
  decision,
  original,
  type PaymentInput,
  payment,
  reversalOf,
  submission,
} from './chain-facts.ts';

/** What payers decide about one line, or two: share, denial, bundle, duplicate, pended, above the charge, without lines. */
const outcomes: readonly PaymentInput[] = [
  { paid: 100, cas: ['CO 45 25'] },
  { paid: 80, cas: ['CO 45 25', 'PR 2 20'] },
  { paid: 60, cas: ['CO 45 15', 'CO 50 50'] },
  { paid: 60, cas: ['CO 45 25', 'OA 133 40'] },
  { paid: 185, cas: ['CO 45 -60'] },
  { paid: 80, cas: ['CO 45 25', 'PR 2 20'], withoutLines: true },
  ...['CO 16 125', 'PR 27 125', 'PR 204 125', 'OA 18 125', 'OA 133 125', 'CO 45 125'].map((cas) => ({
    cas: [cas],
  })),
  { cas: ['CO 45 25', 'PR 1 100'] },
  { lines: { 1: { charge: 125, paid: 125 } }, ofClaim: ['CO 45 25', 'PR 1 100'] },
  {
    paid: 40,
    lines: { 1: { charge: 75, paid: 40, cas: ['CO 45 35'] }, 2: { charge: 50, cas: ['CO 97 50'] } },
  },
  { charge: 50, lines: { 2: { charge: 50, cas: ['CO 50 50'] } } },
  { status: '23', cas: ['OA B11 125'] },
];
const laterOutcomes: readonly PaymentInput[] = [
  { paid: 20, cas: ['OA 23 105'] },
  { paid: 15, cas: ['OA 23 105', 'PR 3 5'] },
  { cas: ['OA 23 105', 'CO 22 20'] },
  { cas: ['PR 96 125'] },
  { paid: 10, cas: ['OA 23 105', 'PR 3 10'], withoutLines: true },
];

const day = fc.integer({ min: 1, max: 9 });
const icn = fc.constantFrom('X', 'Y', 'Z');

const decided = fc.record({
  kind: fc.constant('decided' as const),
  ...{ outcome: fc.constantFrom(...outcomes), day, icn, number: fc.constantFrom('P', 'Q') },
  ...{ frequency: fc.constantFrom('1', '7', ''), originator: fc.constantFrom('A', 'H') },
});
const later = fc.record({
  kind: fc.constant('later' as const),
  ...{ outcome: fc.constantFrom(...laterOutcomes), day, number: fc.constantFrom('P', 'P-S') },
  ...{ payer: fc.constantFrom('B', 'C'), status: fc.constantFrom('1', '2', '4') },
});
const reversed = fc.record({
  kind: fc.constant('reversed' as const),
  of: fc.nat(5),
  day,
  part: fc.boolean(),
});
const said = fc.record({
  kind: fc.constant('said' as const),
  ...{ verdict: fc.constantFrom('receipt', 'accepted', 'pended', 'rejected', 'unclear'), day, icn },
  ...{ sender: fc.constantFrom('PR:A', 'AY:C'), from: fc.constantFrom('999', '277CA') },
} as const);
const moved = fc.record({ kind: fc.constant('moved' as const), what: fc.nat(5), withdraws: fc.boolean() });
const happening = fc.oneof(
  ...[
    { arbitrary: decided, weight: 5 },
    { arbitrary: later, weight: 3 },
    { arbitrary: reversed, weight: 3 },
  ],
  ...[
    { arbitrary: said, weight: 2 },
    { arbitrary: moved, weight: 1 },
  ],
);
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

const members = fc.record({
  correction: fc.constantFrom(undefined, { number: 'P' }, { number: 'Q', charge: 150 }),
  ...{ second: fc.boolean(), voided: fc.boolean(), next: fc.boolean(), again: fc.boolean() },
});
type Members = typeof members extends fc.Arbitrary<infer T> ? T : never;

function submissions({ correction: fix, second, voided, next, again }: Members): Fact[] {
  return [
    original(),
    ...(again ? [original({ n: 2, sent: 4 })] : []),
    ...(fix ? [correction({ sent: 3, ...fix })] : []),
    ...(fix && second ? [submission('D', { frequency: '7', corrects: 'C', sent: 6 })] : []),
    ...(voided ? [submission('V', { frequency: '8', corrects: 'O', sent: 5 })] : []),
    ...(next ? [submission('S', { number: 'P-S', level: 2, sent: 2 })] : []),
  ];
}

function factOf(happened: Happening, payments: readonly Adjudication[]): Fact | undefined {
  switch (happened.kind) {
    case 'decided': {
      const { outcome, kind: _, ...over } = happened;
      return payment({ ...outcome, ...over, payer: 'A' });
    }
    case 'later': {
      const { outcome, kind: _, ...over } = happened;
      return payment({ ...outcome, ...over });
    }
    case 'reversed': {
      const of = payments[happened.of];
      const part = { charge: -60, paid: -50, lines: { 1: { charge: -60, paid: -50, cas: ['CO 45 -10'] } } };
      return of && reversalOf(of, { day: happened.day, ...(happened.part && part) });
    }
    case 'said': {
      const { verdict, kind: _, ...over } = happened;
      return answered(verdict, over);
    }
    case 'moved': {
      const of = payments[happened.what];
      if (of === undefined) return undefined;
      return decision(
        happened.withdraws ? { withdraws: [of.key] } : { moves: { adjudication: of.key, to: claimId('C') } },
      );
    }
  }
}

const chain = fc
  .tuple(members, fc.array(happening, { minLength: 1, maxLength: 8 }))
  .map(([who, happened]) => {
    const facts = submissions(who);
    const payments: Adjudication[] = [];
    for (const one of happened) {
      const fact = factOf(one, payments);
      if (fact?.fact === 'adjudication' && fact.kind !== 'reversal') payments.push(fact);
      if (fact !== undefined) facts.push(fact);
    }
    return facts;
  });

const arrivals = chain.chain((facts) =>
  fc.tuple(
    fc.constant(facts),
    fc.shuffledSubarray(facts, { minLength: facts.length }),
    fc.subarray(facts, { minLength: 1 }),
  ),
);

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

test('The state of a chain does not depend on the order of its facts, nor on how often they arrive', () => {
  fc.assert(
    fc.property(arrivals, ([facts, shuffled, repeated]) => {
      const state = stateOf(new Set(facts));
      expect(stateOf(new Set([...shuffled, ...structuredClone(repeated)]))).toEqual(state);
    }),
    { seed: 33, numRuns: sized('orders of the facts of a chain', { short: 300, soak: 5_000 }) },
  );
});

test('Its figures add up', () => {
  fc.assert(
    fc.property(chain, (facts) => {
      const states = [...stateOf(new Set(facts)).values()];
      const withdrawn = new Set(
        facts.flatMap((fact) => (fact.fact === 'decision' ? (fact.withdraws ?? []) : [])),
      );
      const payments = facts.filter((fact) => fact.fact === 'adjudication' && !withdrawn.has(fact.key));
      const adjudications = payments.flatMap((fact) => (fact.fact === 'adjudication' ? [fact] : []));
      const paid = sumOf(adjudications.map((one) => one.paid));
      expect(sumOf(states.map((state) => state.paid))).toBe(paid);

      const owed = sumOf(states.map(({ patient }) => totalOf(patient)));
      const credit = sumOf(states.map((state) => state.credit));
      const charge = Math.max(...states.map((state) => state.charge));
      const above = Math.max(
        0,
        ...adjudications.map(({ lines }) => -sumOf(lines.map(({ agreed }) => agreed))),
      );
      expect(owed).toBeGreaterThanOrEqual(0);
      expect(owed).toBeLessThanOrEqual(charge);
      expect(owed + paid - credit).toBeLessThanOrEqual(charge + above);
      expect(states.filter(({ patient }) => totalOf(patient) > 0).length).toBeLessThanOrEqual(1);

      for (const { reasons, charge: most, lane, conflicts } of states) {
        for (const list of Map.groupBy(reasons, ({ line }) => line).values()) {
          expect(sumOf(list.map(({ amount }) => amount))).toBeLessThanOrEqual(most);
        }
        expect(lane === 'review').toBe(conflicts.some(({ open }) => open));
      }
    }),
    { seed: 34, numRuns: sized('figures of a chain', { short: 300, soak: 5_000 }) },
  );
});
