import { expect, test } from '@jest/globals';
import { movePayment } from '#claims/claims/contract.ts';
import { moveStoredClaim, payStoredClaim } from '../../claims/move-stored-claim.ts';
import { claimBody } from './claim-body.ts';
import { call, expectContract, stores, useStores } from './responses/service.ts';
import { claimOf, eventsOf, untilConflict } from './unmatched/worklist.ts';

useStores();

/** A paid claim with a sent correction, and how to move the payment. */
async function corrected(pcn: string) {
  const { id } = (await call('create-claim', { body: claimBody(pcn) })).body.data;
  await payStoredClaim(stores, id, `ICN-${pcn}`);
  const again = { body: claimBody(pcn, { frequency: '7', corrects: id }) };
  const correction = (await call('create-claim', again)).body.data.id;
  await moveStoredClaim(stores, correction, 'submitted');
  const [{ remittance_id, payment_number }] = (await claimOf(id)).account.adjudications;
  const move = (to: string, more: object = {}) =>
    call('move-payment', { path: { id }, body: { remittance_id, payment_number, to }, ...more });
  return { id, correction, move };
}

test('a payment settles the correction that a person names, and the original again', async () => {
  const { id, correction, move } = await corrected('MOVE-1');
  expect(await claimOf(id)).toMatchObject({ lane: 'paid', paid: 100.5 });
  expect(await claimOf(correction)).toMatchObject({ lane: 'submitted' });
  const moved = await move(correction);
  expect(moved.status).toBe(200);
  expectContract(movePayment, moved);
  expect(moved.body.data).toMatchObject({ id, lane: 'closed' });
  expect(await claimOf(id)).not.toHaveProperty('paid');
  expect(await claimOf(correction)).toMatchObject({ lane: 'paid', paid: 100.5 });
  expect(await eventsOf(id)).toContain('claim.payment_moved');
  expect((await move(id)).body.data).toMatchObject({ lane: 'paid', paid: 100.5 });
  expect(await claimOf(correction)).toMatchObject({ lane: 'submitted' });
});

test('a payment moves only within its visit, and from the version that was read', async () => {
  const { correction, move } = await corrected('MOVE-2');
  const other = (await call('create-claim', { body: claimBody('MOVE-OTHER') })).body.data.id;
  expect(await move(other)).toMatchObject({ status: 422, body: { code: 'unknown_claim' } });
  const stale = { headers: { 'If-Match': '"v99"' } };
  expect(await move(correction, stale)).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
});

test('responds with conflict if the claim changes during every attempt', async () => {
  const { id, correction, move } = await corrected('MOVE-BUSY');
  let answer = await untilConflict(id, () => move(correction));
  // It may succeed nevertheless; then it moves once more.
  while (answer.body.code !== 'conflict') answer = await untilConflict(id, () => move(correction));
  expect(answer.status).toBe(409);
});
