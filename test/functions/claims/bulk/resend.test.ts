import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { findClaim } from '#claims/claims/records.ts';
import { moveStoredClaim } from '../../../claims/move-stored-claim.ts';
import { claimBody } from '../claim-body.ts';
import { call, lanesOf, ready, run, start, stores, useStores, work } from './service.ts';

useStores();

describe('Resend', () => {
  const rejection = { rejected_at: '2026-03-01T00:00:00.000Z', rejected_reason: '999: rejected' };

  async function refusedSet(count: number) {
    const ids = await ready(count);
    const sent = { submission_id: randomUUID(), batch_id: randomUUID() };
    const acknowledgment = randomUUID();
    for (const [n, id] of ids.entries()) {
      await moveStoredClaim(stores, id, 'submitted', sent);
      const role = n === 0 ? 'cause' : 'collateral';
      await moveStoredClaim(stores, id, 'rejected', {
        ...rejection,
        rejected_by_999_id: acknowledgment,
        rejected_as: role,
      });
    }
    return { ids, acknowledgment };
  }

  test('makes the collateral claims of a refused set ready, and sends them once', async () => {
    const { ids, acknowledgment } = await refusedSet(3);
    const finished = await run({ kind: 'resend' }, { claim_ids: ids });
    expect(finished.body.data).toMatchObject({ done: 2, skipped_by_reason: { not_collateral: 1 } });
    const [, second = ''] = ids;
    const claim = await findClaim(stores.claims, second);
    expect(claim).toMatchObject({ lane: 'ready' });
    for (const field of ['submission_id', 'batch_id', 'rejected_at', 'rejected_as'])
      expect(claim).not.toHaveProperty(field);
    expect((await run({ kind: 'resend' }, { claim_ids: ids })).body.data.done).toBe(0);
    expect((await call('submit-claims', { body: { claim_ids: ids.slice(1) } })).status).toBe(201);
    expect(await lanesOf(ids)).toEqual(['rejected', 'submitted', 'submitted']);
    expect(acknowledgment).toBeDefined();
  });

  test('selects the claims of one acknowledgment in the background', async () => {
    const { ids, acknowledgment } = await refusedSet(3);
    const filter = { rejected_by_999_id: acknowledgment };
    const shown = await call('preview-bulk-run', {
      body: { operation: { kind: 'resend' }, selection: { filter } },
    });
    expect(shown.body.data.map(({ outcome }: { outcome: string }) => outcome).toSorted()).toEqual([
      'change',
      'change',
      'skip',
    ]);
    const begun = await start({ kind: 'resend' }, { filter });
    expect(begun).toMatchObject({ status: 202, body: { data: { state: 'selecting', filter } } });
    expect(begun.headers['Location']).toBe(`/api/bulk-runs/${begun.body.data.id}`);
    await work();
    const done = await call('get-bulk-run', { path: { id: begun.body.data.id } });
    expect(done.body.data).toMatchObject({ state: 'done', selected: 3, processed: 3, done: 2 });
    expect((await lanesOf(ids)).toSorted()).toEqual(['ready', 'ready', 'rejected']);
  });

  test('resends a claim beside another one that a person released before both were sent', async () => {
    const [id = ''] = await ready(1);
    const { patient_control_number: pcn = '' } = (await findClaim(stores.claims, id)) ?? {};
    const { subscriber } = claimBody(pcn);
    const other = { subscriber: { ...subscriber, id: `TWIN${pcn}` } };
    const twin = (await call('create-claim', { body: claimBody(pcn, other) })).body.data;
    expect(twin.lane).toBe('review');
    await run({ kind: 'release' }, { claim_ids: [twin.id] });
    const submitted_at = new Date().toISOString();
    await moveStoredClaim(stores, id, 'submitted', { submission_id: randomUUID(), submitted_at });
    await moveStoredClaim(stores, id, 'rejected', { ...rejection, rejected_as: 'collateral' });
    expect((await run({ kind: 'resend' }, { claim_ids: [id] })).body.data.done).toBe(1);
  });

  test('does not resend a claim that was entered again meanwhile', async () => {
    const { ids } = await refusedSet(2);
    const { patient_control_number: pcn = '' } = (await findClaim(stores.claims, ids[1] ?? '')) ?? {};
    await call('create-claim', { body: claimBody(pcn) });
    expect((await run({ kind: 'resend' }, { claim_ids: ids })).body.data.skipped_by_reason).toEqual({
      not_collateral: 1,
      duplicate: 1,
    });
  });
});
