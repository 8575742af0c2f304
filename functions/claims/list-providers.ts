import { listProviders } from '#contract/claims/configuration.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { currentConfiguration } from '#store/claims/current-configuration.ts';
import { claimsTable } from '#store/claims-table.ts';

export const handler = endpoint(listProviders, async () =>
  ok((await currentConfiguration(claimsTable)).providers),
);
