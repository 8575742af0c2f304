import type { Principal } from './principal.ts';
import type { RequestTenant } from './request-authorizer.ts';

/**
 * The brand whose usage plan meters a request. An API key is metered by its brand whatever the request names: what is
 * found for a key is kept, and a name in the query must not take the key out of its plan. So is a person with one brand.
 * A person with several is metered by the one that path or query names. Undefined where none of these is named, because
 * no brand pays for the calls of another (a body is not shown to the authorizer), and for operators who name another
 * brand.
 */
export function meteredBrand(
  { brands, credential, operator }: Principal,
  { parameters, query }: RequestTenant,
): string | undefined {
  const held = Object.keys(brands);
  const named = (parameters['brand_id'] ?? query['brand_id'])?.toLowerCase();
  const only = held.length === 1 ? held[0] : undefined;
  if (credential === 'api_key' || named === undefined) return only;
  return held.find((id) => id === named) ?? (operator ? undefined : only);
}
