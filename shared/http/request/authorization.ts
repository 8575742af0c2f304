import * as z from 'zod';
import { holdsBrand, requireBrandRole } from '#auth/principal.ts';
import { ApiError } from '#contract/errors.ts';
import type { Exchange } from './exchange.ts';

const namesBrand = z.object({ brand_id: z.string().min(1) });

/**
 * Refuses a caller without the role that the endpoint asks for. A brand named in the input is checked here,
 * before any work; a resource addressed by id alone is looked up among the caller's brands only, and its role
 * is checked by `Call.authorize`.
 *
 * @throws ApiError no_brand_held, brand_not_held, no_claims_role, forbidden
 */
export function authorizeCall({ endpoint, principal, input }: Exchange): void {
  const { access, errors = [] } = endpoint;
  if (access.kind === 'public' || access.kind === 'signed-in') return;
  if (access.kind === 'claims') {
    if (principal.claimsRoles.length === 0) throw new ApiError('no_claims_role');
    if (!access.roles.some((role) => principal.claimsRoles.includes(role))) throw new ApiError('forbidden');
    return;
  }
  // Operators run the platform: they see and change brands, never what brands hold.
  if (access.brand === 'path' && principal.operator) return;
  const source = { body: input.body, query: input.query, path: input.parameters, held: {} }[access.brand];
  const named = namesBrand.safeParse(source);
  // The spec's 400 comes first, as validation does: the operation refuses the request, whoever asks.
  if (!named.success && errors.includes('brand_id_required')) return;
  // Before the brand is looked for: a search that finds nothing would not say that nothing could be found.
  if (!holdsBrand(principal)) throw new ApiError('no_brand_held');
  if (named.success) requireBrandRole(principal, named.data.brand_id, access.roles);
}
