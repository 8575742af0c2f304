import type { Principal } from './principal.ts';
import type { NamedInRequest } from './request-authorizer.ts';

/**
 * The brand whose usage plan meters a request: the one that its path or query names, else the only one that the
 * caller holds. Undefined where no held brand is named and the caller holds none or several: a body is not shown to
 * the authorizer, and no brand pays for the calls of another.
 */
export function meteredBrand(
  { brands }: Principal,
  { parameters, query }: NamedInRequest,
): string | undefined {
  const held = Object.keys(brands);
  const named = parameters['brand_id'] ?? query['brand_id'];
  if (named !== undefined) return held.find((id) => id === named.toLowerCase());
  return held.length === 1 ? held[0] : undefined;
}
