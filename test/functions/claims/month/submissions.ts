import { respondAsTestPayer } from '#claims/clearhouse/test-payer/respond.ts';
import { diagnoses } from './bills.ts';
import { type Desk, findBills, idsOf, ofStory } from './desk.ts';

/** Claims of one submission, so that a refused set takes only some others with it. */
const perSubmission = 60;

/** Sends every ready claim, some by name and the rest by payer, and receives the 999s and 277CAs. */
export async function submitReady(desk: Desk): Promise<void> {
  const { practice } = desk;
  const ready = await practice.all('list-claims', { lane: 'ready' });
  // Causes of refused sets come first, so that they take few other claims with them.
  const ordered = ready.toSorted((a, b) => Number(isCause(b)) - Number(isCause(a)));
  const byPayer = Map.groupBy(ordered, ({ payer_id }) => payer_id);
  for (const [payer_id, claims] of byPayer) {
    for (let at = 0; at + perSubmission < claims.length; at += perSubmission) {
      await practice.done('submit-claims', {
        body: { claim_ids: idsOf(claims.slice(at, at + perSubmission)) },
      });
    }
    for (let has_more = true; has_more; ) {
      ({ has_more } = await practice.done('submit-claims', { body: { payer_id } }));
    }
  }
  await receiveAcknowledgments(desk);
}

const isCause = (claim: { readonly patient_control_number: string }) =>
  claim.patient_control_number.startsWith('R9');

async function receiveAcknowledgments(desk: Desk): Promise<void> {
  const { practice } = desk;
  for (const key of await practice.stores.keys('staging/')) {
    if (desk.staged.has(key)) continue;
    desk.staged.add(key);
    const name = key.slice(key.lastIndexOf('/') + 1);
    // The remittances of this month are those of the practice's own payers (remittances.ts).
    const file = await practice.stores.readBytes(key);
    desk.sentFiles.push(Buffer.from(file).toString('latin1'));
    const responses = respondAsTestPayer(file, name);
    for (const response of responses.filter(({ kind }) => kind !== '835')) {
      await practice.receive(response.name, response.bytes);
    }
  }
}

/** Resends what a refused set took with it, and corrects the causes. */
export async function workOnRefusedSets(desk: Desk): Promise<void> {
  const { practice } = desk;
  const rejected = await practice.all('list-claims', { lane: 'rejected' });
  for (const id of new Set(rejected.map((claim) => claim.rejected_by_999_id))) {
    const run = await practice.bulk({ kind: 'resend' }, { filter: { rejected_by_999_id: id } });
    const collateral = rejected.filter(
      (claim) => claim.rejected_by_999_id === id && claim.rejected_as === 'collateral',
    );
    if (run.done !== collateral.length) throw new Error('Not every collateral claim is resent');
  }
  const causes = ofStory(desk, 'refused');
  for (const bill of causes) {
    const number = bill.number.replace('R9', 'PB');
    const content = { patient_control_number: number };
    await practice.done('edit-claim', { path: { id: bill.id }, body: { content } });
    desk.finalLanes.set(bill.id, 'closed');
    bill.number = number;
  }
  await findBills(desk, causes);
}

/** Corrects the claims that a 277CA rejected, and sends each in the same call. */
export async function workOnRejections(desk: Desk): Promise<void> {
  const { practice } = desk;
  for (const bill of ofStory(desk, 'rejected')) {
    const number = bill.number.replace('RC', 'PC');
    const content = { patient_control_number: number, diagnoses };
    const path = { id: bill.id };
    const made = await practice.done('edit-claim', { path, body: { content, resubmit: true } });
    desk.finalLanes.set(bill.id, 'closed');
    bill.number = number;
    bill.id = made.id;
  }
  await receiveAcknowledgments(desk);
}
