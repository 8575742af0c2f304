import { getClaimAcknowledgment } from '#claims/claim-acknowledgments/contract.ts';
import { responsePagePorts } from '#claims/files/response-page-store.ts';
import { claimAcknowledgmentPage } from '#claims/files/response-pages.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';

export const handler = claimsEndpoint(getClaimAcknowledgment, async ({ parameters, query }) =>
  ok(found(await claimAcknowledgmentPage(responsePagePorts, parameters.id, query))),
);
