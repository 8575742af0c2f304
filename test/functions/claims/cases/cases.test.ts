import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { adjudications } from './adjudications.ts';
import { chains } from './chains.ts';
import { credits } from './credits.ts';
import { denials } from './denials.ts';
import { type Chain, Office } from './office.ts';
import { comparable, expected, type Outcome, rightDenials } from './outcome.ts';
import { rejections } from './rejections.ts';
import { shares } from './shares.ts';
import type { Situation } from './situation.ts';

const kinds: Readonly<Record<string, readonly Situation[]>> = {
  'a rejection counts': rejections,
  'the patient owes what the last payer left': shares,
  'a claim is the sum of its adjudications': adjudications,
  'a denial follows from what was paid and why': denials,
  'original, correction and void are one chain': chains,
  'an excess is a credit unless the adjustments explain it': credits,
};
const situations = Object.values(kinds).flat();

let office: Office;
let outcomes: ReadonlyMap<Chain, Outcome>;
const failures: string[] = [];
const chainOf = new Map<Situation, Chain>();
const denialsOf = new Map<Situation, readonly string[]>();

beforeAll(async () => {
  office = await Office.open();
  const all = await office.visit(situations.map((situation) => ({ situation, steps: situation.steps })));
  for (const chain of all) {
    chainOf.set(chain.situation, chain);
    await office.play(chain).catch((error) => failures.push(`${chain.situation.name}: ${error}`));
  }
  outcomes = await office.outcomes(all);
  for (const situation of situations) denialsOf.set(situation, await office.denialsOf(situation));
}, 300_000);
afterAll(() => office?.close());

test('every situation is played', () => expect(failures).toEqual([]));

for (const [kind, own] of Object.entries(kinds)) {
  describe(kind, () => {
    for (const situation of own) {
      const run = situation.isWrong ? test.failing : test;
      run(situation.name, () => {
        const outcome = outcomes.get(chainOf.get(situation) as Chain) as Outcome;
        const denied = denialsOf.get(situation);
        expect({ ...comparable(outcome, situation.right), denied }).toEqual({
          ...expected(situation.right),
          denied: rightDenials(situation.right),
        });
      });
    }
  });
}
