import { configuredVerifier } from '#auth/bearer-token.ts';
import { brandCallers } from '#auth/brand-callers.ts';
import { meteredBrand, requestAuthorizer } from '#auth/request-authorizer.ts';
import { keySecrets, usesOfKeys } from '#commerce/api-keys/records.ts';
import { findGatewayKey } from '#commerce/brands/gateway-key-records.ts';
import { findLeavingBrands } from '#commerce/brands/records.ts';
import { findMemberships } from '#commerce/members/records.ts';
import { commerceAuthorizerEnvironment } from '#contract/environment.ts';
import { logger } from '#observability/logger.ts';
import { currentTime } from '#persistence/current-time.ts';
import { openCommerceTable } from '#store/commerce/commerce-table.ts';

const environment = commerceAuthorizerEnvironment.parse(process.env);
const table = openCommerceTable();
const noteUse = usesOfKeys((error) => {
  const failure = error instanceof Error ? error.name : 'unknown';
  logger.warn('The use of an API key was not recorded', { failure });
});
const callers = brandCallers(
  {
    noteUse: (key) => noteUse(key, currentTime()),
    findApiKey: (secret_hash) => keySecrets.find({ secret_hash }),
    findMemberships,
    findLeavingBrands: (brandIds) => findLeavingBrands(table, brandIds),
  },
  configuredVerifier(environment, (reason) => logger.info('Bearer token refused', { reason })),
  currentTime,
);

/** Identifies the caller of the commerce API and the brand whose usage plan meters the request. */
export const handler = requestAuthorizer(callers, {
  gatewayKeyOf: async (principal, tenant) => {
    const brandId = meteredBrand(principal, tenant);
    return (brandId && (await findGatewayKey(table, brandId, currentTime()))) || environment.PEOPLE_KEY;
  },
  cacheSeconds: environment.CREDENTIAL_CACHE_SECONDS,
  now: currentTime,
});
