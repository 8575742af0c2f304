import { isWithin } from '#claims/provider-limit.ts';
import { getUnmatched } from '#claims/unmatched/contract.ts';
import { findBatchCandidates, findClaimCandidates } from '#claims/unmatched/find-candidates.ts';
import { itemWithin, unmatchedItemDetailJson } from '#claims/unmatched/item-json.ts';
import { findUnmatchedItem } from '#claims/unmatched/records.ts';
import { candidatePorts } from '#claims/unmatched/unmatched-store.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(getUnmatched, async ({ parameters, principal: { billingNpis } }) => {
  const ports = candidatePorts(claimsTable);
  const item = found(
    await itemWithin(await findUnmatchedItem(claimsTable, parameters.id), billingNpis, ports.claims),
  );
  const isEnvelope = item.kind === 'acknowledgment';
  const candidates = isEnvelope ? [] : await findClaimCandidates(ports, item);
  const claims = candidates.filter(({ claim }) => isWithin([claim.billing_npi], billingNpis));
  const batches = isEnvelope ? await findBatchCandidates(ports, item) : [];
  return ok(unmatchedItemDetailJson(item, claims, batches), { version: item.version });
});
