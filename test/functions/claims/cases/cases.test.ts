import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { leaveOut } from '../../../soak.ts';
import { adjudications } from './adjudications.ts';
import { chains } from './chains.ts';
import { credits } from './credits.ts';
import { denials } from './denials.ts';
import { Office } from './office.ts';
import { comparable, expected, type Outcome, rightDenials } from './outcome.ts';
import { havePublished, numberOf, published, publishedClaims, stepsOf } from './published.ts';
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

if (!havePublished) leaveOut('cases of claims', 'the folder of the cases is not on this machine');
const cases = (havePublished ? published : []).map((one) => ({
  number: numberOf(one),
  situation: {
    name: `${one.number}: ${one.name}`,
    steps: stepsOf(one),
    right: one.right,
    ...(one.isWrong && { isWrong: one.isWrong }),
  },
}));

let office: Office;
const failures: string[] = [];
/** How each situation came out, with its denials in the report. */
const ends = new Map<Situation, { readonly outcome: Outcome; readonly denied: readonly string[] }>();

beforeAll(async () => {
  office = await Office.open();
  console.log("start", process.cpuUsage().user/1e6, performance.now());
  await playPublished();
  console.log("published", process.cpuUsage().user/1e6, performance.now());
  await playSituations();
  console.log("situations", process.cpuUsage().user/1e6, performance.now());
}, 300_000);
afterAll(() => office?.close());

async function playSituations(): Promise<void> {
  const all = await office.visit(situations.map((situation) => ({ situation, steps: situation.steps })));
  for (const chain of all)
    await office.play(chain).catch((error) => failures.push(`${chain.situation.name}: ${error}`));
  for (const [{ situation, day }, outcome] of await office.outcomes(all))
    ends.set(situation, { outcome, denied: await office.denialsOn(day) });
}

/** All cases have one day of service, so each adds to the report what it changes. */
async function playPublished(): Promise<void> {
  if (!havePublished) return;
  const all = await office.given(publishedClaims(), cases);
  const denied = new Map<Situation, readonly string[]>();
  let before = await office.denialsOn('2026-11-20');
  for (const chain of all) {
    await office.play(chain).catch((error) => failures.push(`${chain.situation.name}: ${error}`));
    const after = await office.denialsOn('2026-11-20');
    denied.set(chain.situation, addedTo(before, after));
    before = after;
  }
  for (const [{ situation }, outcome] of await office.outcomes(all))
    ends.set(situation, { outcome, denied: denied.get(situation) ?? [] });
}

/** Rows such as `CO 50 50`, by what was added to their amounts. */
function addedTo(before: readonly string[], after: readonly string[]): readonly string[] {
  const amounts = (rows: readonly string[]) =>
    new Map(rows.map((row) => [row.slice(0, row.lastIndexOf(' ')), Number(row.slice(row.lastIndexOf(' ')))]));
  const [old, now] = [amounts(before), amounts(after)];
  return [...new Set([...old.keys(), ...now.keys()])].toSorted().flatMap((reason) => {
    const added = (now.get(reason) ?? 0) - (old.get(reason) ?? 0);
    return added === 0 ? [] : [`${reason} ${added}`];
  });
}

test('every situation is played', () => expect(failures).toEqual([]));

function comesOutRight(situation: Situation): void {
  const run = situation.isWrong ? test.failing : test;
  run(situation.name, () => {
    const end = ends.get(situation);
    expect(end && { ...comparable(end.outcome, situation.right), denied: end.denied }).toEqual({
      ...expected(situation.right),
      denied: rightDenials(situation.right),
    });
  });
}

describe('published cases', () => {
  for (const { situation } of cases) comesOutRight(situation);
});
for (const [kind, own] of Object.entries(kinds)) {
  describe(kind, () => {
    for (const situation of own) comesOutRight(situation);
  });
}
