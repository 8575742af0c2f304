import { type ResponsePagePorts, remittancePage } from '#claims/responses/requests/response-pages.ts';
import { remittanceWithin } from '#claims/scope/remittance-scope.ts';
import { getRemittance } from '#contract/claims/responses/stored-responses.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { responsePagePorts } from '#store/claims/responses/response-page-ports.ts';

export const handler = claimsEndpoint(getRemittance, async ({ parameters, query, principal }) => {
  const ports: ResponsePagePorts = {
    ...responsePagePorts,
    findRemittance: async (id) =>
      remittanceWithin(await responsePagePorts.findRemittance(id), principal.billingNpis),
  };
  return ok(found(await remittancePage(ports, parameters.id, query)));
});
