import { claimJson } from '#claims/claim/claim-json.ts';
import { claimsShownPerLane, listLanes } from '#contract/claims/claims.ts';
import { claimsEndpoint, list } from '#http/endpoint/claims-endpoint.ts';
import { readLanes } from '#store/claims/claims/lanes.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listLanes, async () => {
  const lanes = await readLanes(claimsTable, claimsShownPerLane);
  return list(
    lanes.map(({ lane, count, cents, first, newest }) => ({
      lane,
      count,
      amount: cents / 100,
      oldest_at: first[0]?.lane_since ?? null,
      newest_at: newest?.lane_since ?? null,
      claims: first.map(claimJson),
    })),
  );
});
