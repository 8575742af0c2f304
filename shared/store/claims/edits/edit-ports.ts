import { billingProviderId } from '#claims/claim/claim.ts';
import { type EditedClaim, editJson } from '#claims/edit/apply-edit.ts';
import type { EditPorts } from '#claims/edit/edit-claim.ts';
import { inRange, queryAll } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { ownsHash } from '../claims/claim-contents.ts';
import { findWholeClaim } from '../claims/claims.ts';
import { newClaimPorts } from '../claims/new-claim-ports.ts';
import { claimsWithPcn, pcnOrdinal } from '../keys/claim-keys.ts';
import { findNewestEdit } from './claim-versions.ts';

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
