import * as z from 'zod';
import { type BrandRole, type EndpointDeclaration, refusedWhileClosing } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { requiredScopes } from '#contract/scopes.ts';

const principalSchema = z.object({
  /** `sub` of the bearer token, or `key:<id>` of the API key. */
  subject: z.string().min(1),
  credential: z.enum(['api_key', 'bearer', 'none']),
  /** Platform operator, who chooses the plans of brands. */
  operator: z.boolean(),
  brands: z.record(z.string(), z.enum(['owner', 'manager', 'viewer'])),
  claimsRoles: z.array(z.enum(['biller', 'auditor', 'admin'])),
  /** NPIs of the billing providers to which a caller of the claims service is limited; absent for all providers. */
  billingNpis: z.array(z.string()).optional(),
  /** Brands among them that are under deletion. */
  closing: z.array(z.string()).optional(),
  /** Scopes of an API key; absent for a caller with everything that the roles permit. */
  scopes: z.array(z.string()).optional(),
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

/**
 * Refuses to change a brand under deletion.
 *
 * @throws ApiError brand_closing
 */
export function requireOpenBrand(
  { closing = [] }: Principal,
  brandId: string,
  endpoint: Parameters<typeof refusedWhileClosing>[0],
): void {
  if (closing.includes(brandId) && refusedWhileClosing(endpoint)) throw new ApiError('brand_closing');
}

/**
 * Refuses an API key without a scope for the endpoint.
 *
 * @throws ApiError insufficient_scope
 */
export function requireScope(
  { scopes }: Principal,
  endpoint: Pick<EndpointDeclaration, 'tag' | 'method'>,
): void {
  const required = requiredScopes(endpoint);
  if (scopes === undefined || required === undefined) return;
  if (required.some((one) => scopes.includes(one))) return;
  throw new ApiError('insufficient_scope', { message: `This API key needs the scope ${required[0]}` });
}

/**
 * Refuses an API key that would create or show a key with scopes beyond its own.
 *
 * @throws ApiError insufficient_scope
 */
export function requireWithinScopes(principal: Principal, scopes: readonly string[] | undefined): void {
  const { scopes: own } = principal;
  if (own === undefined || scopes?.every((one) => own.includes(one))) return;
  throw new ApiError('insufficient_scope', { message: 'A key cannot issue scopes beyond its own' });
}

/** The record if its billing provider is one of the caller's; undefined otherwise, as for an unknown id. */
export function visibleTo<R extends { readonly billing_npi: string }>(
  { billingNpis }: Principal,
  record: R | undefined,
): R | undefined {
  if (record === undefined || billingNpis === undefined) return record;
  return billingNpis.includes(record.billing_npi) ? record : undefined;
}

/** The providers to which a list is limited: those of the caller, and one that the request names. Undefined for all. */
export function providersOf(
  { billingNpis }: Principal,
  named: string | undefined,
): readonly string[] | undefined {
  if (named === undefined) return billingNpis;
  return billingNpis === undefined || billingNpis.includes(named) ? [named] : [];
}

/**
 * Refuses a change of claims of these billing providers by a caller who is limited to others.
 *
 * @throws ApiError provider_scope
 */
export function requireProviders({ billingNpis }: Principal, npis: readonly string[]): void {
  if (billingNpis === undefined || npis.every((npi) => billingNpis.includes(npi))) return;
  throw new ApiError('provider_scope', { message: 'Your access does not include this billing provider' });
}

/**
 * Refuses a caller who is limited to billing providers, unless the endpoint observes the limit.
 *
 * @throws ApiError provider_scope
 */
export function requireAllProviders(
  { billingNpis }: Principal,
  { scoped = false }: Pick<EndpointDeclaration, 'scoped'>,
): void {
  if (billingNpis !== undefined && !scoped) throw new ApiError('provider_scope');
}

export const holdsBrand = ({ brands }: Principal): boolean => Object.keys(brands).length > 0;
