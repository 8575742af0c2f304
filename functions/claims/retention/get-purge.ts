import { getPurge } from '#contract/claims/retention.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { findPurge } from '#store/claims/retention/settings.ts';

export const handler = claimsEndpoint(getPurge, async ({ parameters }) =>
  ok(found(await findPurge(claimsTable, parameters.id))),
);
