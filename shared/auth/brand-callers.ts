import type { BrandRole } from '#contract/endpoint.ts';
import type { BearerVerifier } from './bearer-token.ts';
import type { Callers } from './identify.ts';

/** The credentials of the commerce service. */
interface BrandCredentials {
  findApiKey(
    secretHash: string,
  ): Promise<{ id: string; brand_id: string; role: BrandRole; revoked_at?: string | undefined } | undefined>;
  findMemberships(subject: string): Promise<readonly { brand_id: string; role: BrandRole }[]>;
}

/** Callers of the commerce service: keys of one brand, and people with roles in brands. */
export const brandCallers = (
  credentials: BrandCredentials,
  verifyBearer: BearerVerifier | undefined,
): Callers => ({
  verifyBearer,

  async holderOf(secretHash) {
    const key = await credentials.findApiKey(secretHash);
    if (!key || key.revoked_at) return undefined;
    return {
      subject: `key:${key.id}`,
      credential: 'api_key',
      operator: false,
      brands: { [key.brand_id]: key.role },
      claimsRoles: [],
    };
  },

  async bearerOf({ subject, operator, brands, claimsRoles }) {
    const memberships = await credentials.findMemberships(subject);
    return {
      subject,
      credential: 'bearer',
      operator,
      brands: { ...Object.fromEntries(memberships.map(({ brand_id, role }) => [brand_id, role])), ...brands },
      claimsRoles: [...claimsRoles],
    };
  },
});
