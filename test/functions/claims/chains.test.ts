import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openInboxFile } from '#claims/files/inbox-records.ts';
import { intakeSettings } from '#claims/files/intake-settings-store.ts';
import { intakePorts } from '#claims/files/intake-store.ts';
import { processFile } from '#claims/files/process-file.ts';
import { atMoment } from './cases/moments.ts';
import { type Chain, fileOf, Office } from './cases/office.ts';
import { acceptsFile, answers, payers, pays, refusesFile, reverses } from './cases/responses.ts';
import { billsNextPayer, corrects, isArrival, type Situation, type Step, voids } from './cases/situation.ts';
import { expectFigures, expectWholeChains } from './whole-chains.ts';

const accepted = answers('A2:20', { day: 0, icn: 'X' });
const owes = pays('80, CO 45 25, PR 2 20', { icn: 'X' });
const rest = { day: 16, by: payers.supplement, status: '2', icn: 'S' };
const right = {};

/** The last two steps of each come at once. */
const pairs: readonly Situation[] = [
  {
    name: 'the 835 of the first payer and that of the second',
    steps: [accepted, owes, pays('15, OA 23 105, PR 2 5', rest)],
    right,
  },
  {
    name: 'a rejection by a 277CA and an 835',
    steps: [answers('A7:562', { day: 1 }), owes],
    right,
  },
  {
    name: 'a 999 that refuses the file and a later one that accepts it',
    steps: [refusesFile(), acceptsFile({ day: 2 })],
    right,
  },
  {
    name: 'the denial of the original and the payment of its correction',
    steps: [
      ...[accepted, corrects({ charge: 150 })],
      ...[pays('0, CO 16 125', { icn: 'X' }), pays('100, CO 45 50', { icn: 'Y' })],
    ],
    right,
  },
  {
    name: 'the reversal of the original and the payment of its correction',
    steps: [
      ...[accepted, corrects(), owes, reverses(owes, { day: 16 })],
      pays('100, CO 45 25', { day: 16, frequency: '7', icn: 'Y' }),
    ],
    right,
  },
  {
    name: 'the reversal of the first payer and the payment of the claim for the second',
    steps: [
      ...[accepted, owes, billsNextPayer, reverses(owes, { day: 9 })],
      pays('15, OA 23 105, PR 2 5', { ...rest, of: 'next' }),
    ],
    right,
  },
  {
    name: 'a correction joins while its original is denied',
    steps: [accepted, corrects(), pays('0, CO 16 125', { icn: 'X' })],
    right,
  },
  {
    name: 'a claim for the second payer joins while the first one forwards its own',
    steps: [accepted, owes, billsNextPayer, pays('15, OA 23 105, PR 2 5', rest)],
    right,
  },
  {
    name: 'a void joins while its original is reversed',
    steps: [accepted, owes, voids, reverses(owes, { day: 9 })],
    right,
  },
  {
    name: 'a correction and a claim for the second payer join',
    steps: [accepted, owes, corrects(), billsNextPayer],
    right,
  },
];

let office: Office;

beforeAll(async () => {
  office = await Office.open();
});
afterAll(() => office?.close());

/** Plays some steps of a situation. Claims are sent a minute after the answers before, whose arrival has no fractions of a second. */
async function play(chain: Chain, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const run = () => office.play({ ...chain, steps: [step] });
    await (isArrival(step) ? run() : atMoment(Date.now() + 60_000, run));
  }
}

/**
 * Processes the file of a step in a run that is cut off after some writes, does something else, and processes the file again.
 *
 * @returns whether the run was cut off
 */
async function cutOff(chain: Chain, step: Step, writes: number, between: () => Promise<void>) {
  if (!isArrival(step) || step.kind === 'settled') throw new Error('The step is no file');
  const { stores } = office.practice;
  const key = `inbox/${chain.number}.cut.${step.kind}`;
  await stores.put(key, fileOf(chain, step, chain.situation.steps.indexOf(step)));
  const delivery = await openInboxFile(stores.claims, stores.bucket, { key });
  if (delivery === undefined) throw new Error('The file is not in the inbox');
  const settings = await intakeSettings(stores);
  const ports = intakePorts(stores, settings);
  let left = writes;
  const killed = new Error('killed');
  const run = processFile(delivery, {
    ...ports,
    write: async (change) => {
      if (left-- === 0) throw killed;
      await ports.write(change);
    },
  });
  const isCut = await run.then(
    () => false,
    (error) => {
      if (error !== killed) throw error;
      return true;
    },
  );
  await between();
  if (isCut) expect(await stores.process(key, settings)).toMatchObject({ state: 'applied' });
  return isCut;
}

/** The end of a chain, whose audit entries may have come in another order. */
async function endsOf(chains: readonly Chain[]): Promise<ReadonlyMap<Chain, object>> {
  const ends = await office.ends(chains);
  return new Map(
    [...ends].map(([chain, { events, ...end }]) => [chain, { ...end, events: events.toSorted() }]),
  );
}

/** A run of such a file has fewer writes. */
const mostWrites = 10;

describe.each(pairs.map((situation) => [situation.name, situation] as const))('%s', (_, situation) => {
  const [first, second] = situation.steps.slice(-2);
  if (first === undefined || second === undefined) throw new Error('A situation has two steps');
  const before = situation.steps.slice(0, -2);
  let orders: readonly object[];

  /** Each visit is in a separate file, because a 999 is about a whole file. */
  const visits = async (count: number) => {
    const chains: Chain[] = [];
    while (chains.length < count) chains.push(...(await office.visit([{ situation, steps: before }])));
    for (const chain of chains) await office.play(chain);
    return chains;
  };

  beforeAll(async () => {
    const [one, other] = await visits(2);
    if (one === undefined || other === undefined) throw new Error('No visits');
    await play(one, [first, second]);
    await play(other, [second, first]);
    orders = [...(await endsOf([one, other])).values()];
  });

  test('at once end as one after the other', async () => {
    const chains = await visits(2);
    for (const chain of chains) await Promise.all([play(chain, [first]), play(chain, [second])]);
    for (const end of (await endsOf(chains)).values()) expect(orders).toContainEqual(end);
  });

  const [file, other] = isArrival(first) ? [first, second] : [second, first];
  if (!isArrival(file)) return;
  test('with one cut off between its writes and repeated, end as one after the other', async () => {
    const chains: Chain[] = [];
    let writes = 0;
    for (const chain of await visits(mostWrites)) {
      chains.push(chain);
      if (!(await cutOff(chain, file, writes++, () => play(chain, [other])))) break;
    }
    expect([writes > 2, writes < mostWrites]).toEqual([true, true]);
    for (const end of (await endsOf(chains)).values()) expect(orders).toContainEqual(end);
  });
});

test('every chain is whole, and its claims follow from their facts', async () => {
  expect(await office.filesNotApplied()).toEqual([]);
  expect(await expectWholeChains(office.practice.stores)).toBeGreaterThan(50);
  await expectFigures(office.practice.stores);
});
