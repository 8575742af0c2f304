import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { writeClaims } from '#x12/837p/write/claims.ts';
import { visit } from '../../claims/responses/engine/sent-batch.ts';
import { envelope } from '../../fixtures/x12/claim.ts';
import { type Chain, Office } from './cases/office.ts';
import { answers, payers, pays, refusesFile } from './cases/responses.ts';
import { corrects, type Situation, type Step } from './cases/situation.ts';
import { expectFigures, expectWholeChains } from './whole-chains.ts';

const accepted = answers('A2:20', { day: 0, icn: 'X' });
const paid = pays('80, CO 45 25, PR 2 20', { icn: 'X' });

const { name: lastName, id } = payers.plan;
const payer = { role: 'PR', entityType: '2', lastName, idQualifier: 'PI', id };

let office: Office;

beforeAll(async () => {
  office = await Office.open();
});
afterAll(() => office?.close());

async function visits(count: number, ...steps: readonly Step[]): Promise<readonly Chain[]> {
  const situation: Situation = { name: 'links', steps, right: {} };
  return office.visit(Array.from({ length: count }, () => ({ situation, steps })));
}

const claimOf = (id: string) => office.practice.done('get-claim', { path: { id } });
const idOf = (chain: Chain): string => chain.ids.get('claim') ?? '';

async function decide(operation: object, id: string): Promise<void> {
  expect(await office.practice.bulk(operation, { claim_ids: [id] })).toMatchObject({ done: 1 });
}

/** An edit of a claim, of which the first line gets a modifier. */
async function edited(id: string) {
  const { content } = await claimOf(id);
  const [first, ...others] = content.lines;
  const lines = [{ ...first, procedure: { ...first.procedure, modifiers: ['25'] } }, ...others];
  return office.practice.done('edit-claim', { path: { id }, body: { content: { lines } } });
}

describe('A correction', () => {
  test('joins the chain of its original when an edit names the number of the original', async () => {
    const [chain] = await visits(1, accepted, paid);
    if (chain === undefined) throw new Error('No visit');
    await office.play(chain);
    const number = `${chain.number}-LATER`;
    const { payer_control_number } = await claimOf(idOf(chain));
    const own = visit(number, { frequency: '7' });
    const written = { ...own, subscriber: { ...own.subscriber, claimFiling: 'CI', payer } };
    await office.practice.receive(
      'later.837',
      writeClaims([written], { ...envelope, interchangeNumber: 77 }),
    );
    const [correction] = await office.practice.all('list-claims', { patient_control_number: number });
    expect(correction).toMatchObject({ lane: 'draft', frequency: '7' });
    const path = { id: correction.id };
    const references = { original_claim_number: payer_control_number };
    const after = await office.practice.done('edit-claim', { path, body: { content: { references } } });
    expect(after).toMatchObject({ corrects: idOf(chain) });
    expect(await claimOf(idOf(chain))).toMatchObject({ lane: 'paid', corrected_by: correction.id });
    expect(await expectWholeChains(office.practice.stores)).toBe(1);
  });

  test('that a person dismisses leaves the visit as if it had not been made', async () => {
    const [without, mistaken] = await visits(2, accepted, corrects(), paid);
    if (without === undefined || mistaken === undefined) throw new Error('No visits');
    for (const chain of [without, mistaken]) await office.play({ ...chain, steps: [accepted] });
    const { id } = await edited(idOf(mistaken));
    await decide({ kind: 'hold' }, id);
    await decide({ kind: 'dismiss', reason: 'A mistake' }, id);
    for (const chain of [without, mistaken]) await office.play({ ...chain, steps: [paid] });
    const outcomes = await office.outcomes([without, mistaken]);
    expect(outcomes.get(mistaken)).toEqual(outcomes.get(without));
    expect(await claimOf(id)).toMatchObject({ lane: 'dismissed' });
    await edited(idOf(mistaken));
    await expectWholeChains(office.practice.stores);
  });
});

test('A claim that came back and is held stays so, whatever else its chain receives', async () => {
  const about = { day: 1, namesFirstFile: true };
  const earlier = [answers('A2:20', about), answers('A2:20', { ...about, at: '14:00' })];
  const [chain] = await visits(1, refusesFile(), ...earlier);
  if (chain === undefined) throw new Error('No visit');
  await office.play({ ...chain, steps: chain.steps.slice(0, 1) });
  await decide({ kind: 'resend' }, idOf(chain));
  await decide({ kind: 'hold', reason: 'Waits for the chart' }, idOf(chain));
  await office.play({ ...chain, steps: earlier });
  expect(await claimOf(idOf(chain))).toMatchObject({ lane: 'held' });
  await expectWholeChains(office.practice.stores);
  await expectFigures(office.practice.stores);
});
