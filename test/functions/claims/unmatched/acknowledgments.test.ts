import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { attachAcknowledgment } from '#claims/unmatched/attach-acknowledgment.ts';
import { getUnmatched } from '#claims/unmatched/contract.ts';
import { unmatchedItemId } from '#claims/unmatched/unmatched-item.ts';
import { attachAcknowledgmentPorts } from '#claims/unmatched/unmatched-store.ts';
import { send, visit } from '../../../claims/responses/engine/sent-batch.ts';
import { payment, remit } from '../../../claims/responses/remittance/payer-remittances.ts';
import { stc } from '../../../fixtures/x12/acknowledgment.ts';
import {
  answer277,
  answer999,
  call,
  expectContract,
  laneOf,
  rejection,
  stores,
  useStores,
  x12,
} from '../responses/service.ts';
import { act, claimOf, eventsOf, itemOf, reason, remitted, twins } from './worklist.ts';

useStores();

async function acknowledged(...numbers: readonly string[]): Promise<string> {
  const { body } = await call('parse-claim-acknowledgment', x12(answer277(...numbers.map(rejection))));
  return body.data.acknowledgments[0].id;
}

describe('a status that fits no claim', () => {
  test('is attached by hand as a match is, and taken back', async () => {
    const [claim] = (await send(stores, [visit('STAT-100')])).claims;
    const id = claim?.id ?? '';
    const acknowledgmentId = await acknowledged('STAT-1OO', 'NOTHING');
    const item = unmatchedItemId(acknowledgmentId, 0);
    const before = await claimOf(id);
    const attached = await act('attach', item, { claim_id: id, reason });
    expect(attached.body.data).toMatchObject({ kind: 'status', state: 'resolved' });
    expect(await claimOf(id)).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_by_277ca_id: acknowledgmentId,
    });
    expect(await eventsOf(id)).toContain('claim.payer_rejected');
    const path = { id: acknowledgmentId };
    const { body } = await call('get-claim-acknowledgment', { path });
    expect(body.data).toMatchObject({
      counts: { matched: 1, unmatched: 1 },
      statuses: [
        { match: { result: 'matched', by: 'hand', claim_id: id } },
        { match: { result: 'unmatched' } },
      ],
    });
    await act('take-back', item, { reason: 'entered_in_error' });
    const { timeline, version, updated_at, lane_since, ...after } = await claimOf(id);
    expect(before).toMatchObject(after);
    expect(after).not.toHaveProperty('payer_rejected_at');
    const again = await call('get-claim-acknowledgment', { path });
    expect(again.body.data.counts).toMatchObject({ matched: 0, unmatched: 2 });
  });

  test('shows the code that rejects, though a later one accepts', async () => {
    const both = [...rejection('STAT-BOTH').statuses, stc('A2', '20')];
    const text = answer277({ ...rejection('STAT-BOTH'), statuses: both });
    const { body } = await call('parse-claim-acknowledgment', x12(text));
    expect(await itemOf(body.data.acknowledgments[0].id, 0)).toMatchObject({
      facts: { code: 'A7:562' },
    });
  });

  test('is applied by the sweep when its claim arrives', async () => {
    const id = await acknowledged('STAT-LATE');
    const sent = await send(stores, [visit('STAT-LATE')]);
    const { handler } = await import('../../../../functions/claims/work/mark-overdue.ts');
    await handler();
    expect(await itemOf(id, 0)).toMatchObject({
      state: 'resolved',
      decisions: [{ action: 'matched', claim_id: sent.claims[0]?.id }],
    });
    expect(await claimOf(sent.claims[0]?.id ?? '')).toMatchObject({ lane: 'payer_rejected' });
  });

  test('is taken back although its claim has changed since', async () => {
    const [claim] = (await send(stores, [visit('STAT-MOVED')])).claims;
    const id = unmatchedItemId(await acknowledged('STAT-UNKNOWN'), 0);
    await act('attach', id, { claim_id: claim?.id, reason });
    await remitted(remit([payment('STAT-MOVED')]));
    expect((await act('take-back', id, { reason })).status).toBe(200);
    const after = await claimOf(claim?.id ?? '');
    expect(after).toMatchObject({ lane: 'paid' });
    expect(after).not.toHaveProperty('payer_rejected_at');
  });
});

test('an ambiguous rejection leaves the other claim when it is attached', async () => {
  const [first, second] = await twins('PAIR-1');
  const id = await acknowledged('PAIR-1');
  expect(await itemOf(id, 0)).toMatchObject({ reason: 'ambiguous', claim_ids: [first, second] });
  expect(await claimOf(first)).toMatchObject({ lane: 'review' });
  await act('attach', unmatchedItemId(id, 0), { claim_id: second, reason });
  expect(await claimOf(first)).toMatchObject({ lane: 'submitted' });
  expect(await claimOf(second)).toMatchObject({ lane: 'payer_rejected' });
  await act('take-back', unmatchedItemId(id, 0), { reason: 'entered_in_error' });
  for (const claim of [first, second]) expect(await claimOf(claim)).toMatchObject({ lane: 'review' });
  await act('dismiss', unmatchedItemId(id, 0), { reason: 'not_ours' });
  for (const claim of [first, second]) expect(await claimOf(claim)).toMatchObject({ lane: 'submitted' });
});

describe('a 999 of other partners', () => {
  test('is attached to a batch, with one entry for each claim', async () => {
    const sent = await send(stores, [visit('ACK-1'), visit('ACK-2')]);
    const other = { sender: 'SOMEBODY', receiver: 'ELSE' };
    const foreign = { ...sent, bytes: await foreignBytes(sent.bytes, sent.envelope, other) };
    const spoiled = (text: string) => text.replaceAll(/CLM\*(ACK-\d)\*\d+/g, 'CLM*$1*X');
    const { body } = await call(
      'parse-implementation-acknowledgment',
      x12(await answer999(foreign, spoiled)),
    );
    const acknowledgmentId = body.data.acknowledgments[0].id;
    const item = unmatchedItemId(acknowledgmentId, 0);
    expect(await laneOf(sent)).toEqual(['submitted', 'submitted']);
    const detail = await call('get-unmatched', { path: { id: item } });
    expectContract(getUnmatched, detail);
    expect(detail.body.data).toMatchObject({
      reason: 'other_partners',
      batch_candidates: [{ batch_id: sent.batch.id, reasons: expect.arrayContaining(['control_number']) }],
    });
    const refused = await act('attach', item, { batch_id: 'none', reason });
    expect(refused.body.code).toBe('unknown_claim');
    const faultOf = async (body: object) =>
      (await act('attach', item, { ...body, reason })).body.details.map(
        ({ path, code }: { path: string[]; code: string }) => [path.at(-1), code],
      );
    expect(await faultOf({})).toEqual([['batch_id', 'required']]);
    expect(await faultOf({ batch_id: sent.batch.id, claim_id: randomUUID() })).toEqual([
      ['claim_id', 'not_allowed'],
    ]);
    expect(await faultOf({ batch_id: sent.batch.id, paid: 1 })).toEqual([['paid', 'not_allowed']]);
    const attached = await act('attach', item, { batch_id: sent.batch.id, reason });
    expect(attached.body.data).toMatchObject({ state: 'resolved', can_take_back: false });
    expect(await laneOf(sent)).toEqual(['rejected', 'rejected']);
    expect(await eventsOf(sent.claims[0]?.id ?? '')).toContain('claim.rejected');
    const stored = await call('get-implementation-acknowledgment', { path: { id: acknowledgmentId } });
    expect(stored.body.data).toMatchObject({
      ...{ batch_ids: [sent.batch.id], match: { by: 'hand' }, claim_counts: { rejected: 2 } },
      claims: [{ outcome: 'moved' }, { outcome: 'moved' }],
    });
  });
});

test('a large batch is attached in several calls', async () => {
  const sent = await send(stores, [visit('BIG-1'), visit('BIG-2')]);
  const foreign = await foreignBytes(sent.bytes, sent.envelope, { sender: 'SOMEBODY', receiver: 'ELSE' });
  const { body } = await call(
    'parse-implementation-acknowledgment',
    x12(await answer999({ ...sent, bytes: foreign })),
  );
  const { id } = body.data.acknowledgments[0];
  const by = { actor: 'test', now: new Date(), reason } as const;
  const attach = async (isTimeUp: () => boolean) => {
    const item = await itemOf(id, 0);
    if (item === undefined) throw new Error('There is no item');
    const { claims, audit, readSearchKey } = stores;
    const tables = { claims, audit, readSearchKey };
    return attachAcknowledgment(attachAcknowledgmentPorts(tables, isTimeUp), item, sent.batch.id, by);
  };
  await expect(attach(() => true)).rejects.toMatchObject({ code: 'file_in_work' });
  expect(await itemOf(id, 0)).toMatchObject({ state: 'open' });
  expect(await attach(() => false)).toMatchObject({ state: 'resolved' });
  expect(await laneOf(sent)).toEqual(['submitted', 'submitted']);
});

/** The file as if other partners had exchanged it. */
async function foreignBytes(
  bytes: Buffer,
  { sender, receiver }: { readonly sender: string; readonly receiver: string },
  other: { readonly sender: string; readonly receiver: string },
): Promise<Buffer> {
  const padded = (text: string) => text.padEnd(15);
  const text = bytes
    .toString()
    .replace(padded(sender), padded(other.sender))
    .replace(padded(receiver), padded(other.receiver))
    .replace(`GS*HC*${sender}*${receiver}*`, `GS*HC*${other.sender}*${other.receiver}*`);
  return Buffer.from(text);
}
