import type { Principal } from './principal.ts';
import type { RequestTenant } from './request-authorizer.ts';

/**
 * The brand whose usage plan meters a request:
 *
 * - an API key: its own brand, because the result is cached and a query must not change the plan of a key;
 * - a person with one brand: that brand;
 * - a person with several brands: the one in path or query. The body is not visible to an authorizer.
 *
 * Undefined otherwise, because no brand pays for requests of another, and for operators who name a brand of others.
 */
export function meteredBrand(
  { brands, credential, operator }: Principal,
  { parameters, query }: RequestTenant,
): string | undefined {
  const held = Object.keys(brands);
  const requested = (parameters['brand_id'] ?? query['brand_id'])?.toLowerCase();
  const only = held.length === 1 ? held[0] : undefined;
  if (credential === 'api_key' || requested === undefined) return only;
  return held.find((id) => id === requested) ?? (operator ? undefined : only);
}
