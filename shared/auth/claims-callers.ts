import type { ClaimsRole } from '#contract/endpoint.ts';
import type { BearerVerifier } from './bearer-token.ts';
import type { Callers } from './identify.ts';

interface ClaimsCredentials {
  findClaimsKey(
    secretHash: string,
  ): Promise<
    | { id: string; role: ClaimsRole; billing_npis?: string[] | undefined; revoked_at?: string | undefined }
    | undefined
  >;
}

/** Callers of the claims service: keys with one role, and people with roles in their token. Brands do not apply. */
export const claimsCallers = (
  credentials: ClaimsCredentials,
  verifyBearer: BearerVerifier | undefined,
): Callers => ({
  verifyBearer,

  async holderOf(secretHash) {
    const key = await credentials.findClaimsKey(secretHash);
    if (!key || key.revoked_at) return undefined;
    return {
      subject: `key:${key.id}`,
      credential: 'api_key',
      operator: false,
      brands: {},
      claimsRoles: [key.role],
      ...(key.billing_npis && { billingNpis: key.billing_npis }),
    };
  },

  bearerOf: async ({ subject, claimsRoles, billingNpis }) => ({
    subject,
    credential: 'bearer',
    operator: false,
    brands: {},
    claimsRoles: [...claimsRoles],
    ...(billingNpis && { billingNpis: [...billingNpis] }),
  }),
});
