import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { anonymous, type Principal } from '#auth/principal.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { createProduct, listProducts } from '#contract/commerce/products.ts';
import type { BrandRole, ClaimsRole, EndpointDeclaration } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { authorizeCall } from '#http/request/authorization.ts';

const brand_id = '019b4a52-7d60-7c9c-8a7e-0f6f6e0b5d11';

/** Returns the code with which the pipeline refuses a caller; undefined if it lets the call pass. */
function refusalOf(endpoint: EndpointDeclaration, caller: Partial<Principal>): string | undefined {
  try {
    authorizeCall({
      endpoint,
      event: {} as APIGatewayProxyEvent,
      requestId: 'r',
      now: new Date(),
      principal: { ...anonymous, subject: 'person', credential: 'bearer', ...caller },
      input: { body: { brand_id }, query: { brand_id }, parameters: { brand_id } },
    });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

test('a brand under deletion is read, and changed no more', () => {
  const owner = { brands: { [brand_id]: 'owner' as const }, closing: [brand_id] };
  expect(refusalOf(createProduct, owner)).toBe('brand_closing');
  expect(refusalOf(listProducts, owner)).toBeUndefined();
  expect(refusalOf(createProduct, { ...owner, closing: ['other'] })).toBeUndefined();
});

const claimsRoles: readonly ClaimsRole[] = ['biller', 'auditor', 'admin'];
const brandRoles: readonly BrandRole[] = ['owner', 'manager', 'viewer'];

describe('an endpoint of the claims service is allowed to its roles only', () => {
  test.each(claimsEndpoints)('$name', (endpoint) => {
    const { access } = endpoint;
    const outcomes = claimsRoles.map((role) => refusalOf(endpoint, { claimsRoles: [role] }));
    if (access.kind !== 'claims') {
      expect(outcomes).toEqual([undefined, undefined, undefined]);
      return;
    }
    expect(outcomes).toEqual(
      claimsRoles.map((role) => (access.roles.includes(role) ? undefined : 'forbidden')),
    );
    expect(refusalOf(endpoint, { claimsRoles: [] })).toBe('no_claims_role');
    expect(refusalOf(endpoint, { brands: { [brand_id]: 'owner' }, operator: true })).toBe('no_claims_role');
  });
});

describe('an endpoint of the commerce service is allowed to the roles of its brand only', () => {
  test.each(commerceEndpoints)('$name', (endpoint) => {
    const { access } = endpoint;
    const outcomes = brandRoles.map((role) => refusalOf(endpoint, { brands: { [brand_id]: role } }));
    if (access.kind !== 'brand') {
      expect(outcomes).toEqual([undefined, undefined, undefined]);
      return;
    }
    const stranger = refusalOf(endpoint, { brands: { other: 'owner' } });
    const nobody = refusalOf(endpoint, { claimsRoles: ['admin'] });
    expect(nobody).toBe('no_brand_held');
    // The operation looks for the resource in the brands of the caller and checks the role there.
    if (access.brand === 'held') return;
    expect(outcomes).toEqual(
      brandRoles.map((role) => (access.roles.includes(role) ? undefined : 'forbidden')),
    );
    expect(stranger).toBe('brand_not_held');
  });
});
