import { afterEach, describe, expect, test } from '@jest/globals';
import { changeOf } from '#claims/change.ts';
import { amendClaim } from '#claims/claims/claim-change.ts';
import { packContent, typedClaim } from '#claims/claims/claim-content.ts';
import { separateContents } from '#claims/claims/content-records.ts';
import { findWholeClaim } from '#claims/claims/records.ts';
import { submittableClaims } from '#claims/clearhouse/submittable-claim-records.ts';
import { packJson } from '#claims/packed-json.ts';
import { remittancePorts } from '#claims/remittances/records.ts';
import { purgeClaim } from '#claims/retention/purge-claim-records.ts';
import { newPurge } from '#claims/retention/rules.ts';
import { writeChange } from '#store/claims/write-change.ts';
import { moveStoredClaim } from '#test/claims/move-stored-claim.ts';
import { call, created, edit, shown, stores, useStores } from '#test/functions/claims/edits/service.ts';
import { allRecords, expectOneContentEach, placesOf, sameBilling, storedClaim } from './stored-contents.ts';

useStores();
afterEach(() => expectOneContentEach(stores));

const withHash = { ownsHash: true, withHash: true, alone: false };
const besideHash = { ownsHash: true, withHash: false, alone: true };
const withoutHash = { ownsHash: false, withHash: false, alone: true };

const facts = () => ({ actor: 'test', now: new Date() });
const purge = () => newPurge({ retention_days: 0 }, { id: crypto.randomUUID(), ...facts(), dryRun: false });

let names = 0;
const freshNumber = () => `BILL${++names}`;
const placeOf = async (id: string) => (await shown(id)).content.place_of_service;

const asCreated = async (_: string) => {};
/** Leaves the content as a check that is interrupted before its transaction does. */
const asSeparated = async (id: string) => {
  const claim = await storedClaim(stores, id);
  const { content } = (await findWholeClaim(stores.claims, id)) ?? {};
  if (content === undefined) throw new Error('The claim is not stored');
  await separateContents(stores.claims, [{ kind: 'claim-content', claim, content: packJson(content) }]);
};

describe.each([
  ['with its hash, as new claims have it', asCreated, withHash],
  ['beside its hash, as edits and checks leave it', asSeparated, besideHash],
])('A content %s', (_, prepare, form) => {
  const stored = async (more: object = {}) => {
    const pcn = freshNumber();
    const { id } = await created(pcn, more);
    await prepare(id);
    expect(await placesOf(stores, id)).toEqual(form);
    return { id, pcn };
  };

  test('is read by the API, submissions and remittances', async () => {
    const { id, pcn } = await stored();
    expect(await shown(id)).toMatchObject({ content: { patient_control_number: pcn } });
    const claim = await storedClaim(stores, id);
    const contents = await submittableClaims(stores.claims).contents([claim, claim]);
    expect([...contents.keys()]).toEqual([id]);
    expect(contents.get(id)?.claim).toMatchObject({ patient_control_number: pcn });
    const lines = await remittancePorts(stores.claims).findLines([claim]);
    expect(lines.get(id)).toMatchObject([{ charge: 10_050 }]);
  });

  test('stays with its claim when a claim that is sent again takes the hash over', async () => {
    const { id, pcn } = await stored();
    await moveStoredClaim(stores, id, 'rejected');
    const again = await call('create-claim', { body: sameBilling(pcn, `${pcn}-AGAIN`, '22') });
    expect(again.body.data).toMatchObject({ lane: 'ready', duplicates: [] });
    expect(await placesOf(stores, again.body.data.id)).toEqual(withHash);
    expect(await placesOf(stores, id)).toEqual(withoutHash);
    expect([await placeOf(id), await placeOf(again.body.data.id)]).toEqual(['11', '22']);
  });

  test('stays with its claim when a replacement of the claim takes the hash over', async () => {
    const { id, pcn } = await stored();
    await moveStoredClaim(stores, id, 'submitted');
    await moveStoredClaim(stores, id, 'rejected');
    const replaced = await edit(id, { place_of_service: '23' });
    expect(replaced).toMatchObject({ status: 201, body: { data: { patient_control_number: pcn } } });
    expect(await placesOf(stores, replaced.body.data.id)).toEqual(withHash);
    expect([await placeOf(id), await placeOf(replaced.body.data.id)]).toEqual(['11', '23']);
  });

  test('stays the one of the owner when a duplicate arrives', async () => {
    const { id, pcn } = await stored();
    const twin = (await call('create-claim', { body: sameBilling(pcn, `${pcn}-TWIN`, '22') })).body.data;
    expect(twin).toMatchObject({ lane: 'review', duplicates: [{ claim_id: id, by: 'content' }] });
    expect([await placesOf(stores, id), await placesOf(stores, twin.id)]).toEqual([form, withoutHash]);
    const claims = await Promise.all([id, twin.id].map((one) => storedClaim(stores, one)));
    const contents = await submittableClaims(stores.claims).contents(claims);
    expect([...contents.values()].map(({ claim }) => claim)).toEqual([
      expect.objectContaining({ place_of_service: '11' }),
      expect.objectContaining({ place_of_service: '22' }),
    ]);
  });

  test('changes with an edit that keeps the hash', async () => {
    const { id } = await stored();
    expect((await edit(id, { place_of_service: '12' })).status).toBe(200);
    expect((await edit(id, { place_of_service: '15' })).status).toBe(200);
    expect(await placesOf(stores, id)).toEqual(besideHash);
    expect(await placeOf(id)).toBe('15');
    const first = await call('get-claim-version', { path: { id, version: '1' } });
    expect(first.body.data.content).toMatchObject({ place_of_service: '11' });
  });

  test('changes with an edit to another hash, and leaves nothing with the earlier one', async () => {
    const { id, pcn } = await stored();
    expect((await edit(id, { subscriber: { id: `${pcn}X` } })).status).toBe(200);
    expect(await placesOf(stores, id)).toEqual(besideHash);
    expect(await shown(id)).toMatchObject({ content: { subscriber: { id: `${pcn}X` } } });
    // The earlier hash is free.
    const next = (await call('create-claim', { body: sameBilling(pcn, `${pcn}-NEXT`, '22') })).body.data;
    expect(next).toMatchObject({ lane: 'ready', duplicates: [] });
    expect(await placesOf(stores, next.id)).toEqual(withHash);
  });

  test('loses its hash when an edit gives the claim the hash of another one', async () => {
    const { id, pcn } = await stored();
    const owner = await stored();
    const same = { subscriber: { id: `M${owner.pcn}` } };
    const edited = await edit(id, same);
    expect(edited.body.data).toMatchObject({ lane: 'review', duplicates: [{ claim_id: owner.id }] });
    expect([await placesOf(stores, id), await placesOf(stores, owner.id)]).toEqual([withoutHash, form]);
    expect(await shown(id)).toMatchObject({ content: { patient_control_number: pcn, ...same } });
    expect(await shown(owner.id)).toMatchObject({ content: { patient_control_number: owner.pcn } });
  });

  test('stays with a rejected claim whose hash another one gets by an edit', async () => {
    const { id } = await stored();
    const gone = await stored({ place_of_service: '23' });
    await moveStoredClaim(stores, gone.id, 'rejected');
    const edited = await edit(id, { subscriber: { id: `M${gone.pcn}` } });
    expect(edited.body.data).toMatchObject({ lane: 'ready', duplicates: [] });
    expect([await placesOf(stores, id), await placesOf(stores, gone.id)]).toEqual([besideHash, withoutHash]);
    expect([await placeOf(id), await placeOf(gone.id)]).toEqual(['11', '23']);
  });

  test('changes when a check finds other findings', async () => {
    const { id, pcn } = await stored();
    const whole = await findWholeClaim(stores.claims, id);
    if (whole === undefined) throw new Error('The claim is not stored');
    const change = amendClaim(whole.claim, 'claim.checked', facts(), {});
    const finding = { id: 'V001', snip: 1, severity: 'warning', message: 'Checked', byte_offset: 0 } as const;
    const content = packContent(typedClaim(whole.content), [{ ...finding, reference: '1' }]);
    const write = { kind: 'claim-content', claim: change.after, content } as const;
    await writeChange(stores, changeOf([change], write));
    expect(await shown(id)).toMatchObject({
      findings: [{ message: 'Checked' }],
      content: { patient_control_number: pcn },
    });
  });

  test('is removed by a purge of its claim, and the content of the claim that took the hash over stays', async () => {
    const { id, pcn } = await stored();
    const other = await stored();
    await moveStoredClaim(stores, other.id, 'rejected');
    const next = (await call('create-claim', { body: sameBilling(other.pcn, `${other.pcn}-NEXT`, '22') }))
      .body.data;
    for (const one of [id, other.id])
      expect(await purgeClaim(stores, await storedClaim(stores, one), purge())).toBe(true);
    const items = await allRecords(stores);
    expect(items).not.toContain(id);
    expect(items).not.toContain(pcn);
    expect(await placesOf(stores, next.id)).toEqual(withHash);
    expect(await placeOf(next.id)).toBe('22');
  });
});
