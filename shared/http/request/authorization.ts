import * as z from 'zod';
import {
  holdsBrand,
  requireAllProviders,
  requireBrandRole,
  requireOpenBrand,
  requireScope,
} from '#auth/principal.ts';
import { ApiError } from '#contract/errors.ts';
import type { Exchange } from './exchange.ts';

const namesBrand = z.object({ brand_id: z.string().min(1) });

/**
 * Refuses a caller without the required role. A brand in the input is checked here, before any work. A resource addressed
 * by id alone is looked up among the caller's brands, and `BrandCall.authorize` checks the role.
 *
 * @throws ApiError no_brand_held, brand_not_held, no_claims_role, provider_scope, forbidden, insufficient_scope, brand_closing
 */
export function authorizeCall({ endpoint, principal, input }: Exchange): void {
  const { access, errors = [] } = endpoint;
  if (access.kind === 'public') return;
  requireScope(principal, endpoint);
  if (access.kind === 'signed-in') return;
  if (access.kind === 'claims') {
    if (principal.claimsRoles.length === 0) throw new ApiError('no_claims_role');
    if (!access.roles.some((role) => principal.claimsRoles.includes(role))) throw new ApiError('forbidden');
    requireAllProviders(principal, endpoint);
    return;
  }
  // Operators see and change brands, but not the contents of brands.
  if (access.brand === 'path' && principal.operator) return;
  const source = { body: input.body, query: input.query, path: input.parameters, held: {} }[access.brand];
  const brand = namesBrand.safeParse(source);
  // The operation refuses a request without a brand with 400, for every caller.
  if (!brand.success && errors.includes('brand_id_required')) return;
  // A caller without a brand gets 403, not the 404 of a search in no brands.
  if (!holdsBrand(principal)) throw new ApiError('no_brand_held');
  if (!brand.success) return;
  requireBrandRole(principal, brand.data.brand_id, access.roles);
  requireOpenBrand(principal, brand.data.brand_id, endpoint);
}
