import { claimJson, lanesCsv } from '#claims/claims/claim-json.ts';
import { claimsShownPerLane, listLanes } from '#claims/claims/contract.ts';
import { readLanes } from '#claims/claims/lane-records.ts';
import { claimsEndpoint, csvReply, list, wantsCsv } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listLanes, async (call) => {
  const lanes = await readLanes(claimsTable, claimsShownPerLane, call.principal.billingNpis);
  const rows = lanes.map(({ lane, count, cents, first, newest }) => ({
    lane,
    count,
    amount: cents / 100,
    oldest_at: first[0]?.lane_since ?? null,
    newest_at: newest?.lane_since ?? null,
    claims: first.map(claimJson),
  }));
  return wantsCsv(call) ? csvReply(call, lanesCsv, rows) : list(rows);
});
