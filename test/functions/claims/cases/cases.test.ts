import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Dice } from '../../../http/commerce/year/dice.ts';
import { leaveOut, sized } from '../../../soak.ts';
import { adjudications } from './adjudications.ts';
import { chains } from './chains.ts';
import { credits } from './credits.ts';
import { decisions, fileAnswers } from './decisions.ts';
import { denials } from './denials.ts';
import { matching } from './matching.ts';
import { type Chain, denialRows, Office } from './office.ts';
import { drawnSituation, otherOrders } from './orders.ts';
import { comparable, expected, type Outcome, rightDenials } from './outcome.ts';
import { havePublished, numberOf, published, publishedClaims, stepsOf } from './published.ts';
import { rejections } from './rejections.ts';
import { shares } from './shares.ts';
import type { Situation } from './situation.ts';

const kinds: Readonly<Record<string, readonly Situation[]>> = {
  'a rejection counts': rejections,
  'a payment is posted only where it belongs': matching,
  'the patient owes what the last payer left': shares,
  'a claim is the sum of its adjudications': adjudications,
  'a denial follows from what was paid and why': denials,
  'original, correction and void are one chain': chains,
  'an excess is a credit unless the adjustments explain it': credits,
  'an answer about a file counts for its claims': fileAnswers,
  'what a person attaches counts as what was matched': decisions,
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

const orderCount = sized('other orders of the responses of a situation', {
  short: 1,
  soak: 6,
  variable: 'GRANARY_CLAIM_ORDERS',
});
const drawnCount = sized('drawn chains whose responses arrive in several orders', {
  ...{ short: 3, soak: 500, variable: 'GRANARY_CLAIM_CHAINS' },
});
const dice = new Dice(Number(process.env['GRANARY_SEED'] ?? 33));
const drawn = Array.from({ length: drawnCount }, (_, n) => drawnSituation(n, dice));
const ordersPerDrawn = 3;
/** Claims of one 837P. */
const perFile = 300;

let office: Office;
const failures: string[] = [];
/** How a situation came out, with its denials in the report, and rows of the report of its day. */
interface End {
  readonly outcome: Outcome;
  readonly denied: readonly string[];
  readonly report: readonly object[];
}
const ends = new Map<Situation, End>();

beforeAll(async () => {
  office = await Office.open();
  await playPublished();
  await playSituations();
  await playOtherOrders();
  failures.push(...(await office.filesNotApplied()));
}, 7_200_000);
afterAll(() => office?.close());

async function playSituations(): Promise<void> {
  const all = await office.visit(situations.map((situation) => ({ situation, steps: situation.steps })));
  failures.push(...(await office.playAll(all)));
  for (const [{ situation, day }, outcome] of await office.outcomes(all)) {
    const report = await office.denialsOn(day);
    ends.set(situation, { outcome, denied: denialRows(report), report });
  }
  await repeatResponses(all);
}

/** Situations of which all responses arrived once more, with their ends before and after. */
const repeated: (readonly [name: string, before: object, after: object])[] = [];

async function repeatResponses(all: readonly Chain[]): Promise<void> {
  const kindsOfFiles = [...rejections, ...adjudications, ...fileAnswers, ...decisions];
  const some = all.filter(({ situation }) => kindsOfFiles.includes(situation));
  const before = await office.ends(some);
  await office.repeat(some);
  const after = await office.ends(some);
  for (const chain of some)
    repeated.push([chain.situation.name, before.get(chain) ?? {}, after.get(chain) ?? {}]);
}

/** All cases have one day of service, so each adds to the report what it changes. */
async function playPublished(): Promise<void> {
  if (!havePublished) return;
  const all = await office.given(publishedClaims(), cases);
  const denied = new Map<Situation, readonly string[]>();
  const denials = async () => denialRows(await office.denialsOn('2026-11-20'));
  let before = await denials();
  for (const chain of all) {
    failures.push(...(await office.playAll([chain])));
    const after = await denials();
    denied.set(chain.situation, addedTo(before, after));
    before = after;
  }
  for (const [{ situation }, outcome] of await office.outcomes(all))
    ends.set(situation, { outcome, denied: denied.get(situation) ?? [], report: [] });
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

/** End states of a situation over the orders of its responses, without repetitions. */
const states = new Map<Situation, Set<string>>();

async function playOtherOrders(): Promise<void> {
  const orders = [
    ...situations.flatMap((situation) =>
      otherOrders(situation, orderCount, dice).map((steps) => ({ situation, steps })),
    ),
    ...drawn.flatMap((situation) =>
      [situation.steps, ...otherOrders(situation, ordersPerDrawn - 1, dice)].map((steps) => ({
        situation,
        steps,
      })),
    ),
  ];
  for (const { situation } of orders) {
    const end = ends.get(situation);
    states.set(situation, new Set(end ? [JSON.stringify(end.outcome)] : []));
  }
  const all: Chain[] = [];
  for (let at = 0; at < orders.length; at += perFile)
    all.push(...(await office.visit(orders.slice(at, at + perFile))));
  failures.push(...(await office.playAll(all)));
  for (const [{ situation }, outcome] of await office.outcomes(all))
    states.get(situation)?.add(JSON.stringify(outcome));
}

test('every situation is played', () => expect(failures).toEqual([]));

test('the report keeps denials that were paid since, with their open amount', () => {
  const row = { group: 'CO', reason: '16', claims: 1, amount: 125, open_amount: 0 };
  const appealed = [...ends].find(([{ name }]) => name.startsWith('denied (CO 16), then paid'));
  expect(appealed?.[1].report).toMatchObject([row]);
});

test('the same responses in other files add nothing', () => {
  expect(repeated.length).toBeGreaterThan(0);
  for (const [name, before, after] of repeated) expect({ name, ...after }).toEqual({ name, ...before });
});

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

describe('in every order of its responses, one end state has', () => {
  for (const situation of situations) {
    if (otherOrders(situation, 1, dice).length === 0) continue;
    const run = situation.isOrdered ? test.failing : test;
    run(situation.name, () => expect([...(states.get(situation) ?? [])].slice(1)).toEqual([]));
  }
  test('each drawn chain', () => {
    const several = drawn.filter((one) => states.get(one)?.size !== 1);
    expect(several.map((one) => [one.name, JSON.stringify(one.steps), ...(states.get(one) ?? [])])).toEqual(
      [],
    );
  });
});
