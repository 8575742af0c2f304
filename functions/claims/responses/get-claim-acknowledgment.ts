import { claimAcknowledgmentPage } from '#claims/responses/requests/response-pages.ts';
import { getClaimAcknowledgment } from '#contract/claims/responses/stored-responses.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { responsePagePorts } from '#store/claims/responses/response-page-ports.ts';

export const handler = claimsEndpoint(getClaimAcknowledgment, async ({ parameters, query }) =>
  ok(found(await claimAcknowledgmentPage(responsePagePorts, parameters.id, query))),
);
