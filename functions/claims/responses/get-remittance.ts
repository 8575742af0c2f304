import { responsePagePorts } from '#claims/files/response-page-store.ts';
import { type ResponsePagePorts, remittancePage } from '#claims/files/response-pages.ts';
import { getRemittance } from '#claims/remittances/contract.ts';
import { remittanceWithin } from '#claims/remittances/remittance-json.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';

export const handler = claimsEndpoint(getRemittance, async ({ parameters, query, principal }) => {
  const ports: ResponsePagePorts = {
    ...responsePagePorts,
    findRemittance: async (id) =>
      remittanceWithin(await responsePagePorts.findRemittance(id), principal.billingNpis),
  };
  return ok(found(await remittancePage(ports, parameters.id, query)));
});
