import { listProviders } from '#contract/claims/configuration.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { currentConfiguration } from '#store/claims/configuration/current-configuration.ts';

export const handler = endpoint(listProviders, async () =>
  ok((await currentConfiguration(claimsTable)).providers),
);
