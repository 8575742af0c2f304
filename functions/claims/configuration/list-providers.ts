import { listProviders } from '#contract/claims/configuration/configuration.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { currentConfiguration } from '#store/claims/configuration/configuration.ts';

export const handler = claimsEndpoint(listProviders, async () =>
  ok((await currentConfiguration(claimsTable)).providers),
);
