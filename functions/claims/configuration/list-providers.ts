import { isWithin } from '#claims/scope/provider-limit.ts';
import { listProviders } from '#contract/claims/configuration/configuration.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { currentConfiguration } from '#store/claims/configuration/configuration.ts';

export const handler = claimsEndpoint(listProviders, async ({ principal }) => {
  const { providers } = await currentConfiguration(claimsTable);
  return ok(providers.filter(({ npi }) => isWithin([npi], principal.billingNpis)));
});
