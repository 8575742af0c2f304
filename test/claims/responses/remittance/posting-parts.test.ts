import { expect, test } from '@jest/globals';
import { remittancePostingKey } from '#store/claims/keys/response-keys.ts';
import { findPayment, readPayments } from '#store/claims/responses/remittances.ts';
import { writeChange } from '#store/claims/write-change.ts';
import { everyItem } from '../../stored.ts';
import { send, visit } from '../engine/sent-batch.ts';
import { payment, remit } from './payer-remittances.ts';
import { current, drop, remittancesOf, stores, useStores } from './remittance-runs.ts';

useStores();

const count = 150;
/** Has no claim. */
const stranger = 70;
const numbers = Array.from({ length: count }, (_, n) => `PART-${String(n + 1).padStart(3, '0')}`);

/** Stores a remittance that pays all claims and one that does not exist. Returns its id. */
async function paid(): Promise<string> {
  const known = numbers.filter((_, n) => n + 1 !== stranger);
  const sent = await send(
    stores,
    known.map((one) => visit(one)),
  );
  const { id } = await drop(remit(numbers.map((one) => payment(one))));
  claims = Object.fromEntries(Object.entries(await current(sent)).map(([number, one]) => [number, one.id]));
  const [remittance] = await remittancesOf(id);
  return remittance?.id ?? '';
}
let claims: Readonly<Record<string, string>> = {};

test('payments share the items of their postings, and each is read with its own', async () => {
  const id = await paid();
  const items = await everyItem(stores, 'claims');
  const parts = items.filter(({ sk }) => String(sk).startsWith('POSTINGS#'));
  expect(parts.length).toBeGreaterThan(4);
  expect(parts.length).toBeLessThan(count / 4);
  const alone = items.filter(({ pk, posting }) => String(pk).startsWith(`REMITTANCE#${id}#`) && posting);
  expect(alone.map(({ sk }) => sk)).toContain(remittancePostingKey(id, stranger).sk);
  expect(alone.length).toBeLessThan(count / 10);

  const all = await readPayments(stores.claims, id, 1, 1000);
  expect(all.map(({ number }) => number)).toEqual(numbers.map((_, n) => n + 1));
  for (const { number, patient_control_number, posting } of all) {
    const match =
      number === stranger
        ? { result: 'unmatched' }
        : { result: 'matched', claim_id: claims[patient_control_number] };
    expect(posting).toMatchObject({ match });
    expect(await findPayment(stores.claims, id, number)).toEqual(all[number - 1]);
  }
  for (const [from, limit] of [
    [2, 3],
    [99, 1],
    [127, 10],
    [count, 5],
  ] as const) {
    expect(await readPayments(stores.claims, id, from, limit)).toEqual(all.slice(from - 1, from - 1 + limit));
  }

  const [taken] = all;
  if (taken?.posting === undefined) throw new Error('The payment is not posted');
  const posting = { ...taken.posting, match: { result: 'unmatched' } } as const;
  await writeChange(stores, { entries: [], writes: [{ kind: 'posting', payment: taken, posting }] });
  const later = await readPayments(stores.claims, id, 1, 1000);
  expect(later).toEqual([{ ...taken, posting }, ...all.slice(1)]);
}, 60_000);
