import type { Principal } from './principal.ts';
import type { NamedInRequest } from './request-authorizer.ts';

/**
 * The brand whose usage plan meters a request. A key belongs to one brand, which pays for all that the key asks. For a
 * person it is the brand that the path or query names, else the only one that is held. Undefined where no held brand is
 * named and the person holds none or several: a body is not shown to the authorizer, and no brand pays for the calls of
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
