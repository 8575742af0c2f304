import type { Principal } from './principal.ts';
import type { NamedInRequest } from './request-authorizer.ts';

/**
 * The brand whose usage plan meters a request. An API key is metered by its brand whatever the request names: what is
 * found for a key is kept, and a name in the query must not take the key out of its plan. A person is metered by the
 * brand that path or query names, else by the only one that the person holds. Undefined where no held brand is named
 * and the person holds none or several: a body is not shown to the authorizer, and no brand pays for the calls of
 * another.
 */
export function meteredBrand(
  { brands, credential }: Principal,
  { parameters, query }: NamedInRequest,
): string | undefined {
  const held = Object.keys(brands);
  if (credential === 'api_key') return held[0];
  const named = parameters['brand_id'] ?? query['brand_id'];
  if (named !== undefined) return held.find((id) => id === named.toLowerCase());
  return held.length === 1 ? held[0] : undefined;
}
