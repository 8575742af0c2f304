import { bearerVerifier } from '#auth/bearer-token.ts';
import { brandCallers } from '#auth/brand-callers.ts';
import { requestAuthorizer } from '#auth/request-authorizer.ts';
import { authorizerEnvironment } from '#contract/environment.ts';
import { findApiKey, findGatewayKey, findMemberships } from '#store/credentials.ts';
import { openTable } from '#store/table.ts';

const environment = authorizerEnvironment.parse(process.env);
const table = openTable(environment.COMMERCE_TABLE);
const callers = brandCallers(
  {
    findApiKey: (hash) => findApiKey(table, hash),
    findMemberships: (subject) => findMemberships(table, subject),
  },
  environment.TOKEN_ISSUER ? bearerVerifier(environment.TOKEN_ISSUER, environment.TOKEN_AUDIENCE) : undefined,
);

/** Who calls the commerce API. */
export const handler = requestAuthorizer(callers, {
  gatewayKeyOf: ({ brands }) => findGatewayKey(table, Object.keys(brands)),
  cacheSeconds: environment.CREDENTIAL_CACHE_SECONDS,
});
