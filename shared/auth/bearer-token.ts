import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod';

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  /** Brand id → role, where the identity provider knows the roles. Memberships in the table are added to them. */
  granary_brands: z.record(z.guid(), z.enum(['owner', 'manager', 'viewer'])).default({}),
  granary_claims_roles: z.array(z.enum(['biller', 'auditor', 'admin'])).default([]),
  granary_operator: z.boolean().default(false),
});
export type BearerClaims = z.output<typeof claimsSchema>;

/** Checks bearer tokens of one OpenID Connect issuer. */
export type BearerVerifier = (token: string) => Promise<BearerClaims | undefined>;

/**
 * A verifier for tokens of `issuer` made for `audience`. The issuer's keys are found by its discovery document
 * (OpenID Connect Discovery 1.0 section 4) at the first token and kept.
 */
export function bearerVerifier(issuer: string, audience: string): BearerVerifier {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  return async (token) => {
    keys ??= discoverKeys(issuer);
    const keySet = await keys.catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    try {
      const { payload } = await jwtVerify(token, keySet, {
        issuer,
        audience,
        algorithms: ['ES256', 'RS256', 'PS256', 'EdDSA'],
        requiredClaims: ['sub', 'exp'],
        clockTolerance: 5,
      });
      const claims = claimsSchema.safeParse(payload);
      return claims.success ? claims.data : undefined;
    } catch (error) {
      // A token that does not verify is the caller's fault; keys that cannot be fetched are ours.
      if (error instanceof Error && 'code' in error && isTokenFault(String(error.code))) return undefined;
      throw error;
    }
  };
}

const isTokenFault = (code: string) =>
  /^ERR_(JWT|JWS|JWK_|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING_KEY)/.test(code) &&
  code !== 'ERR_JWKS_TIMEOUT';

async function discoverKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(3000),
  });
  const { jwks_uri } = z.object({ jwks_uri: z.url() }).parse(await response.json());
  return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: 3000 });
}
