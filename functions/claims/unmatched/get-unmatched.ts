import { itemWithin } from '#claims/scope/item-scope.ts';
import { isWithin } from '#claims/scope/provider-limit.ts';
import { findBatchCandidates, findClaimCandidates } from '#claims/unmatched/candidates/find-candidates.ts';
import { unmatchedItemDetailJson } from '#claims/unmatched/item-json.ts';
import { getUnmatched } from '#contract/claims/unmatched/unmatched.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { candidatePorts } from '#store/claims/responses/candidate-ports.ts';
import { findUnmatchedItem } from '#store/claims/responses/unmatched-items.ts';

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
