import { payersWithConfigs } from '#claims/configuration/configuration.ts';
import { getPayer } from '#contract/claims/configuration/configuration.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { currentConfiguration } from '#store/claims/configuration/configuration.ts';

export const handler = claimsEndpoint(getPayer, async ({ parameters }) => {
  const payers = payersWithConfigs(await currentConfiguration(claimsTable));
  return ok(found(payers.find(({ id }) => id === parameters.id)));
});
