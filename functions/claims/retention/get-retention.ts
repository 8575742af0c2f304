import { getRetention } from '#contract/claims/retention.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { findRetention } from '#store/claims/retention/settings.ts';

export const handler = claimsEndpoint(getRetention, async () => {
  const retention = await findRetention(claimsTable);
  return ok(retention, { version: retention.version });
});
