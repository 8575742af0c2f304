import { getImplementationAcknowledgment } from '#claims/acknowledgments/contract.ts';
import { responsePagePorts } from '#claims/files/response-page-store.ts';
import { implementationAcknowledgmentPage } from '#claims/files/response-pages.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';

export const handler = claimsEndpoint(getImplementationAcknowledgment, async ({ parameters, query }) =>
  ok(found(await implementationAcknowledgmentPage(responsePagePorts, parameters.id, query))),
);
