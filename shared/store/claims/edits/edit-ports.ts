import { billingProviderId } from '#claims/claim/claim.ts';
import type { EditPorts } from '#claims/edit/edit-claim.ts';
import { inRange, queryAll } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { ownsHash } from '../claims/claim-contents.ts';
import { newClaimPorts } from '../claims/new-claim-ports.ts';
import { claimsWithPcn, pcnOrdinal } from '../keys/claim-keys.ts';

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
