import * as z from 'zod';
import type { BrandRole } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';

const principalSchema = z.object({
  /** `sub` of the bearer token, or `key:<id>` of the API key. */
  subject: z.string().min(1),
  credential: z.enum(['api_key', 'bearer', 'none']),
  /** Platform operator, who chooses the plans of brands. */
  operator: z.boolean(),
  brands: z.record(z.string(), z.enum(['owner', 'manager', 'viewer'])),
  claimsRoles: z.array(z.enum(['biller', 'auditor', 'admin'])),
});

/** The caller. The authorizer creates it, and every function trusts it. */
export type Principal = z.output<typeof principalSchema>;

/** The caller of a public endpoint. */
export const anonymous: Principal = {
  subject: 'anonymous',
  credential: 'none',
  operator: false,
  brands: {},
  claimsRoles: [],
};

/** The principal as text, because API Gateway limits values of the authorizer's context to scalars. */
export const encodePrincipal = (principal: Principal): string => JSON.stringify(principal);

export const decodePrincipal = (text: string): Principal => principalSchema.parse(JSON.parse(text));

/**
 * Refuses a caller without one of the roles in the brand.
 *
 * @throws ApiError no_brand_held, brand_not_held, forbidden
 */
export function requireBrandRole(principal: Principal, brandId: string, roles: readonly BrandRole[]): void {
  const role = Object.hasOwn(principal.brands, brandId) ? principal.brands[brandId] : undefined;
  if (role === undefined) throw new ApiError(holdsBrand(principal) ? 'brand_not_held' : 'no_brand_held');
  if (!roles.includes(role)) throw new ApiError('forbidden');
}

export const holdsBrand = ({ brands }: Principal): boolean => Object.keys(brands).length > 0;
