import { configuredVerifier } from '#auth/bearer-token.ts';
import { brandCallers } from '#auth/brand-callers.ts';
import { meteredBrand } from '#auth/metered-brand.ts';
import { requestAuthorizer } from '#auth/request-authorizer.ts';
import { commerceAuthorizerEnvironment } from '#contract/environment.ts';
import { logger } from '#observability/logger.ts';
import { findApiKeyCredential, findGatewayKey, findMemberships } from '#store/commerce/credentials.ts';
import { openTable } from '#store/dynamodb/table.ts';

const environment = commerceAuthorizerEnvironment.parse(process.env);
const table = openTable(environment.COMMERCE_TABLE);
const callers = brandCallers(
  {
    findApiKey: (hash) => findApiKeyCredential(table, hash),
    findMemberships: (subject) => findMemberships(table, subject),
  },
  configuredVerifier(environment, (reason) => logger.info('Bearer token refused', { reason })),
);

/** Identifies the caller of the commerce API and the brand whose usage plan meters the request. */
export const handler = requestAuthorizer(callers, {
  gatewayKeyOf: async (principal, tenant) => {
    const brandId = meteredBrand(principal, tenant);
    return (brandId && (await findGatewayKey(table, brandId))) || environment.PEOPLE_KEY;
  },
  cacheSeconds: environment.CREDENTIAL_CACHE_SECONDS,
});
