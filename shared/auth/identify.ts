import { createHash } from 'node:crypto';
import type { BrandRole } from '#contract/endpoint.ts';
import type { BearerVerifier } from './bearer-token.ts';
import type { Principal } from './principal.ts';

/** What {@link identify} looks callers up in. */
export interface CredentialSource {
  findApiKey(
    secretHash: string,
  ): Promise<{ id: string; brand_id: string; role: BrandRole; revoked_at?: string | undefined } | undefined>;
  findMemberships(subject: string): Promise<readonly { brand_id: string; role: BrandRole }[]>;
  /** Absent when no issuer is configured. */
  readonly verifyBearer: BearerVerifier | undefined;
}

/** A credential as it came with the request. */
export interface PresentedCredential {
  readonly apiKey: string | undefined;
  readonly authorization: string | undefined;
}

/** SHA-256 of an API key's secret, base64url: what is stored in its place. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Who presents the credential, or undefined when it is missing, unknown, revoked or not valid. */
export async function identify(
  source: CredentialSource,
  { apiKey, authorization }: PresentedCredential,
): Promise<Principal | undefined> {
  if (apiKey) return apiKey.length <= 256 ? identifyKey(source, apiKey) : undefined;
  const token = /^Bearer ([\w\-.~+/=]+)$/i.exec(authorization ?? '')?.[1];
  return token ? identifyBearer(source, token) : undefined;
}

async function identifyKey(source: CredentialSource, secret: string): Promise<Principal | undefined> {
  const key = await source.findApiKey(secretHash(secret));
  if (!key || key.revoked_at) return undefined;
  return {
    subject: `key:${key.id}`,
    credential: 'api_key',
    operator: false,
    brands: { [key.brand_id]: key.role },
    claimsRoles: [],
  };
}

async function identifyBearer(source: CredentialSource, token: string): Promise<Principal | undefined> {
  const claims = await source.verifyBearer?.(token);
  if (!claims) return undefined;
  const memberships = await source.findMemberships(claims.sub);
  return {
    subject: claims.sub,
    credential: 'bearer',
    operator: claims.granary_operator,
    brands: {
      ...Object.fromEntries(memberships.map(({ brand_id, role }) => [brand_id, role])),
      ...Object.fromEntries(
        Object.entries(claims.granary_brands).map(([brandId, role]) => [brandId.toLowerCase(), role]),
      ),
    },
    claimsRoles: claims.granary_claims_roles,
  };
}
