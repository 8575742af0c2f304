import { type Bill, bodyOf, claimFile, diagnoses, payers, sites } from './bills.ts';
import { type Desk, findBills, idsOf, ofStory } from './desk.ts';

const perFile = 250;
let files = 700;

/** Receives the claims: most in a file for each site, some through the API; then a copy, twins, and claims entered twice. */
export async function receiveClaims(desk: Desk): Promise<void> {
  const { practice, bills } = desk;
  const isTyped = (_: Bill, n: number) => n % 12 === 0;
  for (const bill of bills.filter(isTyped)) {
    await practice.done('create-claim', { body: bodyOf(bill) });
  }
  const filed = bills.filter((bill, n) => !isTyped(bill, n));
  for (const site of sites) {
    const own = filed.filter((bill) => bill.site === site);
    for (let at = 0; at < own.length; at += perFile) {
      const bytes = claimFile(own.slice(at, at + perFile), ++files);
      await practice.receive(`${site.npi}.837`, bytes);
      // The same file once more is a duplicate.
      if (at === 0) await practice.receive(`${site.npi}-again.837`, bytes);
    }
  }
  await practice.receive('scan.pdf', '%PDF-1.7 not X12');
  await findBills(desk, bills);
  await enterTwins(desk);
  await enterTwice(desk);
}

/** Another member with the same number, provider, day and charge: no response can distinguish the two. */
async function enterTwins(desk: Desk): Promise<void> {
  const first = ofStory(desk, 'twin');
  const twins = first.map((bill) => ({
    ...bill,
    id: '',
    person: { ...bill.person, member: `A6${bill.person.member.slice(2)}` },
  }));
  desk.twins.push(...twins);
  if (twins.length > 0) await desk.practice.receive('twins.837', claimFile(twins, ++files));
  await findBills(desk, twins);
  const released = await desk.practice.bulk({ kind: 'release' }, { claim_ids: idsOf(twins) });
  if (released.done !== twins.length) throw new Error('Twins are not released');
}

/** Claims that the office sends a second time in another file wait in review, and are dismissed. */
async function enterTwice(desk: Desk): Promise<void> {
  const { practice } = desk;
  const again = ofStory(desk, 'entered_twice');
  if (again.length === 0) return;
  await practice.receive('again.837', claimFile(again, ++files));
  const known = new Set(idsOf(again));
  const copies = [];
  for (const { number } of again)
    copies.push(...(await practice.all('list-claims', { patient_control_number: number })));
  const ids = idsOf(copies.filter(({ id, lane }) => !known.has(id) && lane === 'review'));
  const run = await practice.bulk({ kind: 'dismiss', reason: 'Entered twice' }, { claim_ids: ids });
  if (run.done !== again.length) throw new Error('Copies are not dismissed');
  for (const id of ids) desk.finalLanes.set(id, 'dismissed');
}

/** Corrects drafts one by one and by a rule, sets some aside, and holds others. */
export async function workOnDrafts(desk: Desk): Promise<void> {
  const { practice } = desk;
  for (const { id } of ofStory(desk, 'without_diagnosis')) {
    const { lane } = await practice.done('edit-claim', { path: { id }, body: { content: { diagnoses } } });
    if (lane !== 'ready') throw new Error(`The corrected draft is ${lane}`);
  }
  const wrong = ofStory(desk, 'wrong_payer');
  const rule = { kind: 'correct', set: { payer_id: payers.plains } };
  const corrected = await practice.bulk(rule, { filter: { lane: 'draft', payer_id: 'OLDPAYER1' } });
  if (corrected.done !== wrong.length) throw new Error('The rule did not correct every draft');
  const aside = ofStory(desk, 'dismissed');
  await practice.bulk({ kind: 'dismiss', reason: 'Patient moved' }, { claim_ids: idsOf(aside) });
  for (const { id } of aside) desk.finalLanes.set(id, 'dismissed');
  const held = ofStory(desk, 'held', 'held_for_a_day');
  const hold = await practice.bulk(
    { kind: 'hold', reason: 'Waits for the referral' },
    { claim_ids: idsOf(held) },
  );
  if (hold.done !== held.length) throw new Error('Claims are not held');
  await practice.bulk({ kind: 'unhold' }, { claim_ids: idsOf(ofStory(desk, 'held_for_a_day')) });
  for (const { id } of ofStory(desk, 'held')) desk.finalLanes.set(id, 'held');
}
