import { getClaimsCaller } from '#contract/claims/service.ts';
import { ok, plainEndpoint } from '#http/endpoint/plain-endpoint.ts';

export const handler = plainEndpoint(getClaimsCaller, ({ principal }) =>
  ok({ subject: principal.subject, credential: principal.credential, roles: principal.claimsRoles }),
);
