import { expect } from '@jest/globals';
import type { Claim } from '#claims/claims/claim.ts';
import { claimContentKey, contentKey } from '#claims/claims/claim-keys.ts';
import { findClaim } from '#claims/claims/records.ts';
import { claimFrom } from '#claims/claims/stored-claim-records.ts';
import { getItem } from '#store/dynamodb/items.ts';
import type { LocalStores } from '../../../claims/local-stores.ts';
import { contentsIn, everyItem } from '../../../claims/stored.ts';
import { claimBody } from '../claim-body.ts';

type Stores = Pick<LocalStores, 'claims' | 'auditTable'>;

export async function storedClaim({ claims }: Pick<Stores, 'claims'>, id: string): Promise<Claim> {
  const claim = await findClaim(claims, id);
  if (claim === undefined) throw new Error('The claim is not stored');
  return claim;
}

const hashOf = ({ content_hash }: Claim): string => content_hash ?? '';

/** The items of a claim that have contents, and the owner of its hash. */
export async function placesOf(stores: Stores, id: string) {
  const claim = await storedClaim(stores, id);
  const [byHash, alone] = await Promise.all([
    getItem(stores.claims, contentKey(hashOf(claim))),
    getItem(stores.claims, claimContentKey(id)),
  ]);
  const owner = byHash?.['claim_id'];
  return {
    ownsHash: owner === id,
    withHash: owner === id && byHash?.['content'] !== undefined,
    alone: alone !== undefined,
  };
}

/** All items of the claims table as text, except the lists of the audit entries of purged claims, which stay. */
export async function allRecords(stores: Stores): Promise<string> {
  const items = await everyItem(stores, 'claims');
  return JSON.stringify(items.filter(({ pk }) => !String(pk).startsWith('CLAIMENTRIES#')));
}

/** Each claim has exactly one content, and each content a claim. */
export async function expectOneContentEach(stores: Stores): Promise<void> {
  const items = await everyItem(stores, 'claims');
  const claims = items.filter(({ pk, sk }) => String(pk).startsWith('CLAIM#') && sk === 'CLAIM');
  const owners = contentsIn(items).map(({ pk, claim_id }) => claim_id ?? String(pk).slice('CLAIM#'.length));
  expect(owners.toSorted()).toEqual(claims.map((item) => claimFrom(item).id).toSorted());
}

/** A claim that bills the same as `claimBody(pcn)` under another number, and differs in its place of service. */
export const sameBilling = (pcn: string, number: string, place: string) => ({
  ...claimBody(number),
  subscriber: claimBody(pcn).subscriber,
  place_of_service: place,
});
