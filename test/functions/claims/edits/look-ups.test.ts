import { describe, expect, test } from '@jest/globals';
import { claimLookup } from '#claims/claims/claim-lookup-records.ts';
import { findClaimsByPcn } from '#claims/claims/records.ts';
import { laneFigures } from '../../../claims/stored.ts';
import { claimBody } from '../claim-body.ts';
import { call, created, edit, stores, useStores } from './service.ts';

useStores();

describe('After an edit', () => {
  test('finds the claim by its new number, provider, payer and content only', async () => {
    const first = await created('OLD1');
    const { id } = first;
    const before = await laneFigures(stores);
    const lines = [{ ...claimBody('OLD1').lines[0], charge: 80 }];
    const edited = await edit(id, {
      patient_control_number: 'NEW1',
      billing_provider: { id: '1881068062' },
      total_charge: 80,
      lines,
    });
    expect([edited.status, edited.body.code]).toEqual([200, undefined]);
    expect(await findClaimsByPcn(stores.claims, 'OLD1')).toEqual([]);
    expect(await findClaimsByPcn(stores.claims, 'NEW1')).toMatchObject([{ id, billing_npi: '1881068062' }]);
    const { findByNumbers } = claimLookup(stores.claims);
    const [old, current] = await findByNumbers([
      { numbers: ['OLD1'], provider: '1234567893' },
      { numbers: ['NEW1'], provider: '1881068062' },
    ]);
    expect([old?.size, current?.get('NEW1')?.[0]?.id]).toEqual([0, id]);
    const after = await laneFigures(stores);
    const sum = (figures: typeof after) => Object.values(figures).reduce((all, { cents }) => all + cents, 0);
    expect(sum(after) - sum(before)).toBe(-2050);
    const listed = await call('list-claims', { query: { payer_id: '60054', limit: '200' } });
    expect(listed.body.data.filter((claim: { id: string }) => claim.id === id)).toHaveLength(1);
    // The number and the content are free for another claim, which is no duplicate.
    const other = await created('OLD1');
    expect(other).toMatchObject({ lane: 'ready', duplicates: [] });
    const [found] = await findByNumbers([{ numbers: ['OLD1'], provider: '1234567893' }]);
    expect(found?.get('OLD1')?.map((claim) => claim.id)).toEqual([other.id]);
    // Back under the first number, both are found, and the later edit is questioned.
    const back = await edit(id, { patient_control_number: 'OLD1', billing_provider: { id: '1234567893' } });
    expect(back.body.data).toMatchObject({
      lane: 'review',
      duplicates: [{ claim_id: other.id, by: 'patient_control_number' }],
    });
    expect(
      (await findClaimsByPcn(stores.claims, 'OLD1', '1234567893')).map((claim) => claim.id).toSorted(),
    ).toEqual([id, other.id].toSorted());
    const all = await call('list-claims', { query: { limit: '200' } });
    expect(all.body.data.filter((claim: { id: string }) => claim.id === id)).toHaveLength(1);
  });

  test('lists the claim under its new payer', async () => {
    const { id } = await created('PAYER1');
    expect((await edit(id, { subscriber: { payer: { id: 'NOBODY' } } })).body.data).toMatchObject({
      payer_id: 'NOBODY',
      lane: 'draft',
    });
    const listed = async (payer_id: string) =>
      (await call('list-claims', { query: { payer_id, limit: '200' } })).body.data.some(
        (claim: { id: string }) => claim.id === id,
      );
    expect([await listed('NOBODY'), await listed('60054')]).toEqual([true, false]);
  });

  test('questions an edit that makes the claim a duplicate', async () => {
    await created('SAME1');
    const { id } = await created('SAME2', { subscriber: { ...claimBody('SAME1').subscriber, id: 'MOTHER' } });
    const edited = await edit(id, { subscriber: { id: 'MSAME1' } });
    expect(edited.body.data).toMatchObject({ lane: 'review', duplicates: [{ by: 'content' }] });
    expect((await call('release-claim', { path: { id }, body: {} })).body.data.lane).toBe('ready');
    // A person has decided about this duplicate.
    expect((await edit(id, { accept_assignment: 'C' })).body.data.lane).toBe('ready');
  });
});
