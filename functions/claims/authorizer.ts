import { bearerVerifier } from '#auth/bearer-token.ts';
import { claimsCallers } from '#auth/claims-callers.ts';
import { requestAuthorizer } from '#auth/request-authorizer.ts';
import { claimsAuthorizerEnvironment } from '#contract/environment.ts';
import { findClaimsKey } from '#store/claims-credentials.ts';
import { openTable } from '#store/table.ts';

const environment = claimsAuthorizerEnvironment.parse(process.env);
const table = openTable(environment.CLAIMS_TABLE);
const callers = claimsCallers(
  { findClaimsKey: (hash) => findClaimsKey(table, hash) },
  environment.TOKEN_ISSUER ? bearerVerifier(environment.TOKEN_ISSUER, environment.TOKEN_AUDIENCE) : undefined,
);

/** Who calls the claims API. Each role is metered by a key of its own. */
export const handler = requestAuthorizer(callers, {
  gatewayKeyOf: ({ claimsRoles: [role] }) => role && `${environment.GATEWAY_KEY_PREFIX}-${role}`,
  cacheSeconds: environment.CREDENTIAL_CACHE_SECONDS,
});
