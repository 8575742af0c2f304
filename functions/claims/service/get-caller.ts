import { getClaimsCaller } from '#contract/claims/service.ts';
import { ok, plainEndpoint } from '#http/endpoint/plain-endpoint.ts';

export const handler = plainEndpoint(
  getClaimsCaller,
  ({ principal: { subject, credential, claimsRoles, billingNpis } }) =>
    ok({ subject, credential, roles: claimsRoles, ...(billingNpis && { billing_npis: billingNpis }) }),
);
