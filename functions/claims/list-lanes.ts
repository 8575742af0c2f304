import { claimJson } from '#claims/claim/claim-json.ts';
import { listLanes, shownInLane } from '#contract/claims/lanes.ts';
import { endpoint, list } from '#http/claims-endpoint.ts';
import { readLanes } from '#store/claims/claims/lanes.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = endpoint(listLanes, async () => {
  const lanes = await readLanes(claimsTable, shownInLane);
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
