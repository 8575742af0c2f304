import { GetObjectTaggingCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contentKey, pcnKey, pcnOrdinal } from '#claims/claims/claim-keys.ts';
import { claimLookup } from '#claims/claims/claim-lookup-records.ts';
import { changeActions, findClaimsByPcn } from '#claims/claims/records.ts';
import { findRelatedClaims } from '#claims/claims/related-claim-records.ts';
import { duplicatesOf } from '#claims/claims/related-claims.ts';
import { getItem } from '#store/dynamodb/items.ts';
import { transact } from '#store/dynamodb/table.ts';
import { copyObject, findObject } from '#store/s3/x12-bucket.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { happened, moveStoredClaim } from '../move-stored-claim.ts';
import { auditOf, laneFigures } from '../stored.ts';

describe('same number', () => {
  let stores: LocalStores;

  beforeAll(async () => {
    stores = await startLocalStores();
  });
  afterAll(() => stores.stop());

  const provider = '1234567893';

  test.each([30, 75, 95])('finds both claims of a number that repeats %i claims later', async (distance) => {
    const pcn = `AGAIN${distance}`;
    const claims = Array.from({ length: 120 }, (_, n) => ({
      pcn: n === 3 || n === 3 + distance ? pcn : `OTHER${distance}-${n}`,
    }));
    await stores.drop(`again-${distance}.837`, claimFileText({ number: distance, claims }));
    const [found] = await claimLookup(stores.claims).findByNumbers([{ numbers: [pcn], provider }]);
    expect(found?.get(pcn)).toHaveLength(2);
  });

  test('reads only the newest claims of a number that all claims share', async () => {
    const claims = Array.from({ length: 90 }, (_, n) => ({ pcn: 'ALL', member: `A${200_000 + n}` }));
    const file = await stores.drop('all.837', claimFileText({ number: 200, claims }));
    expect(file.counts).toMatchObject({ claims: 90, duplicates: 89 });
    const query = { patient_control_number: 'ALL', provider };
    const [related] = await findRelatedClaims(stores.claims, [query, query]);
    expect(related?.nextOrdinal).toBe(90);
    expect(related?.sameNumber).toHaveLength(25);

    // All claims but the first were rejected and may be sent again. The first one still counts.
    const [first, ...others] = await findClaimsByPcn(stores.claims, 'ALL').then((stored) =>
      stored.toSorted((a, b) => a.duplicates.length - b.duplicates.length),
    );
    const changes = others.flatMap((claim) => happened(claim, 'rejected'));
    expect(changes).toHaveLength(89);
    await transact(stores.claims, changeActions(changes));
    const [after] = await findRelatedClaims(stores.claims, [query]);
    expect(after && duplicatesOf('1', after)).toEqual([
      { claim_id: first?.id, by: 'patient_control_number' },
    ]);
  });

  test('finds claims of a provider number with letters other than A to Z', async () => {
    await stores.drop('npi.837', claimFileText({ number: 300, npi: 'ÄÖÜ', claims: [{ pcn: 'NPI' }] }));
    expect(await findClaimsByPcn(stores.claims, 'NPI')).toHaveLength(1);
  });

  test('links a claim with a correction in the same file', async () => {
    const claims = [{ pcn: 'OWN' }, { pcn: 'OWN', frequency: '8', original: 'ICN-OWN' }];
    const before = await laneFigures(stores);
    await stores.drop('own.837', claimFileText({ number: 301, claims }));
    const found = await findClaimsByPcn(stores.claims, 'OWN');
    const [original, voiding] = ['1', '8'].map((code) => found.find(({ frequency }) => frequency === code));
    expect(original).toMatchObject({ version: 2, voided_by: voiding?.id });
    expect(voiding).toMatchObject({ version: 1, corrects: original?.id });
    const events = (await auditOf(stores, original?.id ?? '')).map(({ event_type }) => event_type);
    expect(events).toEqual(['claim.received', 'claim.voided']);
    expect((await laneFigures(stores)).ready?.count).toBe((before.ready?.count ?? 0) + 2);
  });

  test('keeps finding an active claim by its content when others repeat it', async () => {
    const claims = [
      { pcn: 'FIRST', member: 'A300000' },
      ...Array.from({ length: 25 }, (_, n) => ({ pcn: 'MANY', member: `A${300_001 + n}` })),
      { pcn: 'MANY', member: 'A300000' },
    ];
    await stores.drop('content.837', claimFileText({ number: 302, claims: claims.slice(0, -1) }));
    await stores.drop('again.837', claimFileText({ number: 303, claims: claims.slice(-1) }));
    const [first] = await findClaimsByPcn(stores.claims, 'FIRST');
    const owner = await getItem(stores.claims, contentKey(first?.content_hash ?? ''));
    expect(owner).toMatchObject({ claim_id: first?.id });
  });

  test('stores two claims of a file that repeat the content of a rejected one', async () => {
    const claim = (pcn: string) => ({ pcn, member: 'A400000' });
    await stores.drop('rejected.837', claimFileText({ number: 304, claims: [claim('GONE')] }));
    const [gone] = await findClaimsByPcn(stores.claims, 'GONE');
    await moveStoredClaim(stores, gone?.id ?? '', 'rejected');
    await stores.drop('twice.837', claimFileText({ number: 305, claims: [claim('TWO'), claim('THREE')] }));
    const [two] = await findClaimsByPcn(stores.claims, 'TWO');
    const [three] = await findClaimsByPcn(stores.claims, 'THREE');
    expect(two).toMatchObject({ content_hash: gone?.content_hash, lane: 'ready', duplicates: [] });
    expect(three).toMatchObject({ lane: 'review', duplicates: [{ claim_id: two?.id, by: 'content' }] });
    const owner = await getItem(stores.claims, contentKey(gone?.content_hash ?? ''));
    expect(owner).toMatchObject({ claim_id: two?.id });
  });

  test('sorts ordinals of a number numerically', () => {
    const places = [0, 1, 9_999, 10_000, 10_001, 123_456];
    const keys = places.map((place) => pcnKey('X', provider, place).sk);
    expect(keys.toSorted()).toEqual(keys);
    expect(keys.map(pcnOrdinal)).toEqual(places);
  });
});

describe('copies', () => {
  let stores: LocalStores;
  beforeAll(async () => {
    stores = await startLocalStores();
  });
  afterAll(() => stores.stop());

  // S3 copies tags only for a role that may read and write them, and no function may.
  test('copies a file without the tags of a scanner', async () => {
    const { client, name: Bucket } = stores.bucket;
    const Key = 'inbox/scanned.x12';
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'ISA', Tagging: 'scan=NO_THREATS_FOUND' }));
    const object = await findObject(stores.bucket, { key: Key });
    if (!object) throw new Error('Nothing was stored');

    await copyObject(stores.bucket, object, 'archive/scanned.x12');

    expect(await stores.read('archive/scanned.x12')).toBe('ISA');
    const copy = new GetObjectTaggingCommand({ Bucket, Key: 'archive/scanned.x12' });
    expect((await client.send(copy)).TagSet).toEqual([]);
  });
});
