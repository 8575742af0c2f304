import { billingProviderId } from '#claims/claims/claim.ts';
import { claimsWithPcn, pcnOrdinal } from '#claims/claims/claim-keys.ts';
import { queryClaims } from '#claims/claims/claim-list-records.ts';
import { ownsHash } from '#claims/claims/content-records.ts';
import { findClaim, findWholeClaim, replacementStore } from '#claims/claims/records.ts';
import { findRelatedClaims } from '#claims/claims/related-claim-records.ts';
import { recordClaimMonth } from '#claims/claims/stored-claim-records.ts';
import { submittableClaims } from '#claims/clearhouse/submittable-claim-records.ts';
import { currentConfiguration } from '#claims/configuration/records.ts';
import { findPayment, findRemittance } from '#claims/remittances/records.ts';
import type { SecondaryPorts } from '#claims/secondary/create-secondary.ts';
import { type ClaimsTables, writeChange } from '#store/claims/write-change.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';
import { inRange, queryAll } from '#store/dynamodb/items.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { type EditedClaim, editJson } from './apply-edit.ts';
import type { EditPorts } from './edit-claim.ts';
import type { NewClaimPorts } from './enter-claim.ts';
import type { RecheckPorts } from './recheck-claims.ts';
import { isBeingSent } from './reservation-records.ts';
import { findNewestEdit } from './version-records.ts';

export const newClaimPorts = async (
  table: Table,
  caller: Pick<NewClaimPorts, 'actor' | 'now'>,
): Promise<NewClaimPorts> => ({
  ...caller,
  store: newClaimStore(table),
  replacements: replacementStore(table),
  findClaim: (id) => findClaim(table, id),
  isBeingSent: (claim) => isBeingSent(table, claim),
  configuration: await currentConfiguration(table),
});

export const newClaimStore = (table: Table): NewClaimPorts['store'] => ({
  recordMonth: (receivedAt) => recordClaimMonth(table, receivedAt),
  findRelatedClaims: (queries) => findRelatedClaims(table, queries),
});

export const secondaryPorts = (
  table: Table,
  { configuration }: Pick<SecondaryPorts, 'configuration'>,
): SecondaryPorts => ({
  configuration,
  findClaim: (id) => findClaim(table, id),
  findRemittance: (id) => findRemittance(table, id),
  findPayment: (id, number) => findPayment(table, id, number),
});

export const editPorts = async (
  table: Table,
  caller: Pick<EditPorts, 'actor' | 'now'>,
): Promise<EditPorts> => ({
  ...(await newClaimPorts(table, caller)),
  async ordinalOf(claim) {
    const { patient_control_number: number, id } = claim;
    const query = inRange(claimsWithPcn(number, billingProviderId(claim)));
    for await (const items of queryAll(table, query)) {
      // An earlier record of the claim under the same number has no place in the lists.
      const own = items.find((item) => item['claim_id'] === id && item['gsi2pk'] !== undefined);
      if (own !== undefined) return pcnOrdinal(String(own['sk']));
    }
    return 0;
  },
  ownsContent: (claim) => ownsHash(table, claim),
});

/**
 * Finds the edit of an earlier run of the same request, which stopped before its reply.
 *
 * @param correction id of the claim that the request would create
 */
export async function findEarlierEdit(
  table: Table,
  claimId: string,
  { correction, reference }: { readonly correction: string; readonly reference: string },
): Promise<Pick<EditedClaim, 'detail' | 'isNew'> | undefined> {
  const created = await findWholeClaim(table, correction);
  if (created !== undefined) return { detail: editJson(created.claim, created.content, []), isNew: true };
  const newest = await findNewestEdit(table, claimId);
  const edited = newest?.request === reference ? await findWholeClaim(table, claimId) : undefined;
  return edited && { detail: editJson(edited.claim, edited.content, newest?.changes ?? []), isNew: false };
}

export const recheckPorts = async (
  tables: ClaimsTables,
  isTimeUp: () => boolean,
  pageSize = 100,
): Promise<RecheckPorts> => ({
  ...submittableClaims(tables.claims),
  configuration: await currentConfiguration(tables.claims),
  readLane: (lane, cursor) => queryClaims(tables.claims, { lane, limit: pageSize, cursor }),
  write: (change) => writeChange(tables, change),
  encodeCursor,
  decodeCursor,
  isTimeUp,
});
