import { configuredVerifier } from '#auth/bearer-token.ts';
import { claimsCallers } from '#auth/claims-callers.ts';
import { requestAuthorizer } from '#auth/request-authorizer.ts';
import { findClaimsCredential } from '#claims/api-keys/records.ts';
import { claimsAuthorizerEnvironment } from '#contract/environment.ts';
import { logger } from '#observability/logger.ts';
import { openTable } from '#store/dynamodb/table.ts';

const environment = claimsAuthorizerEnvironment.parse(process.env);
const table = openTable(environment.CLAIMS_TABLE);
const callers = claimsCallers(
  { findClaimsKey: (hash) => findClaimsCredential(table, hash) },
  configuredVerifier(environment, (reason) => logger.info('Bearer token refused', { reason })),
);

/** Authorizes callers of the claims API. Each role has its own usage plan key, and so have callers without a role. */
export const handler = requestAuthorizer(callers, {
  gatewayKeyOf: ({ claimsRoles: [role = 'no-role'] }) => `${environment.GATEWAY_KEY_PREFIX}-${role}`,
  cacheSeconds: environment.CREDENTIAL_CACHE_SECONDS,
});
