import { type Desk, idsOf, ofStory, payableAs } from './desk.ts';
import { submitReady } from './submissions.ts';

const reason = 'verified_with_payer';

/** Posts by hand what the service could not post, and dismisses payments of other practices. */
export async function workOnUnmatched(desk: Desk): Promise<void> {
  const { practice } = desk;
  const items = await practice.all('list-unmatched', { kind: 'payment' });
  const itemOf = (number: string) => {
    const found = items.find((item) => item.patient_control_number === number);
    if (found === undefined) throw new Error(`No item for ${number}`);
    return found;
  };
  for (const bill of ofStory(desk, 'unbalanced')) {
    const { id } = itemOf(bill.number);
    const amounts = { paid: (bill.charge - 2025) / 100, patient_responsibility: 10.25, outcome: 'paid' };
    await practice.done('attach-unmatched', {
      path: { id },
      body: { claim_id: bill.id, reason, ...amounts },
    });
  }
  for (const bill of ofStory(desk, 'misspelled')) {
    const path = { id: itemOf(bill.number.replace('PA1', 'PAI')).id };
    const { candidates } = await practice.done('get-unmatched', { path });
    if (candidates[0]?.claim_id !== bill.id) throw new Error(`The best candidate is not ${bill.number}`);
    await practice.done('attach-unmatched', { path, body: { claim_id: bill.id, reason } });
  }
  for (const bill of ofStory(desk, 'twin')) {
    const path = { id: itemOf(bill.number).id };
    await practice.done('attach-unmatched', { path, body: { claim_id: bill.id, reason } });
  }
  for (const number of ['FOREIGN1', 'FOREIGN2']) {
    const path = { id: itemOf(number).id };
    await practice.done('dismiss-unmatched', { path, body: { reason: 'not_ours' } });
  }
}

/** Posts the remittances that do not add up; the first is taken back and posted again. */
export async function postUnbalancedRemittances(desk: Desk): Promise<void> {
  const { practice } = desk;
  const remittances = await practice.all('list-remittances');
  for (const [n, trace] of desk.unbalanced.entries()) {
    const id = remittances.find((one) => one.payment.trace === trace)?.id;
    // One call works for 15 seconds, and its cursor continues.
    const act = async (name: string) => {
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: Record<string, string> = cursor === '' ? {} : { cursor };
        const body = { reason: 'verified_in_bank' };
        cursor = (await practice.done(name, { path: { id }, query, body })).next_cursor;
      }
    };
    await act('post-remittance');
    if (n > 0) continue;
    await act('take-back-remittance');
    await act('post-remittance');
  }
}

/** Corrects some claims with frequency 7, voids others, bills second payers, and sends all of these. */
export async function correctAndBillNext(desk: Desk): Promise<void> {
  const { practice } = desk;
  for (const bill of ofStory(desk, 'denied_corrected', 'paid_corrected')) {
    desk.finalLanes.set(bill.id, 'closed');
    const content = { place_of_service: '12' };
    const made = await practice.done('edit-claim', { path: { id: bill.id }, body: { content } });
    desk.payable.set(payableAs(bill.number, '7'), made.id);
    bill.id = made.id;
  }
  for (const bill of ofStory(desk, 'voided')) {
    const { id } = await practice.done('void-claim', { path: { id: bill.id } });
    desk.finalLanes.set(id, 'closed');
  }
  const made = [];
  for (const { id } of ofStory(desk, 'secondary')) {
    made.push(await practice.done('create-secondary-claim', { path: { id }, body: {} }));
  }
  const wrong = made.find(({ lane }) => lane !== 'review');
  if (wrong !== undefined)
    throw new Error(`A secondary claim is ${wrong.lane}: ${JSON.stringify(wrong.findings)}`);
  if (made.length > 0) await practice.bulk({ kind: 'release' }, { claim_ids: idsOf(made) });
  for (const { id, patient_control_number } of made) {
    desk.payable.set(payableAs(patient_control_number, '1'), id);
    desk.finalLanes.set(id, 'paid');
  }
  await submitReady(desk);
}
