import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod';
import type { TokenEnvironment } from '#contract/environment.ts';
import { readTokenHolder, type TokenHolder } from './token-claims.ts';

/** Verifies bearer tokens of one OpenID Connect issuer; undefined for a refused token. */
export type BearerVerifier = (token: string) => Promise<TokenHolder | undefined>;

/** Types of access tokens and ID tokens (RFC 9068 section 2.1, RFC 7519 section 5.1). */
const acceptedTypes = /^(application\/)?(at\+)?jwt$/i;

/**
 * The verifier of the configured issuer; undefined without an issuer, when only API keys are valid. The first token loads
 * the issuer's keys through its discovery document (OpenID Connect Discovery 1.0 section 4).
 *
 * @param onRefused receives the name of the failed check, never a value of the token
 */
export function configuredVerifier(
  environment: TokenEnvironment,
  onRefused: (reason: string) => void,
): BearerVerifier | undefined {
  if (environment.TOKEN_ISSUER === '') return undefined;
  const bareIssuer = environment.TOKEN_ISSUER.replace(/\/$/, '');
  const audiences: ReadonlySet<unknown> = new Set(
    environment.TOKEN_AUDIENCE.split(/[\s,]+/).filter((name) => name !== ''),
  );
  const claimNames = {
    brands: environment.TOKEN_BRANDS_CLAIM,
    claimsRoles: environment.TOKEN_CLAIMS_ROLES_CLAIM,
    billingNpis: environment.TOKEN_PROVIDERS_CLAIM,
    operator: environment.TOKEN_OPERATOR_CLAIM,
    roleNames: environment.TOKEN_ROLE_NAMES,
  };
  let keys: Promise<JWTVerifyGetKey> | undefined;

  const check = async (token: string): Promise<TokenHolder> => {
    keys ??= discoverKeys(bareIssuer);
    const keySet = await keys.catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    const { payload, protectedHeader } = await jwtVerify(token, keySet, {
      // Auth0's issuer ends with a slash; other providers' issuers do not.
      issuer: [bareIssuer, `${bareIssuer}/`],
      algorithms: ['ES256', 'RS256', 'PS256', 'EdDSA'],
      requiredClaims: ['sub', 'exp'],
      clockTolerance: 5,
    });
    if (!acceptedTypes.test(protectedHeader.typ ?? 'JWT')) throw new RefusedToken('typ');
    if (!audiencesOf(payload).some((name) => audiences.has(name))) throw new RefusedToken('aud');
    const holder = readTokenHolder(payload, claimNames);
    if (!holder) throw new RefusedToken('sub');
    return holder;
  };

  return async (token) => {
    try {
      return await check(token);
    } catch (error) {
      const reason = refusalReason(error);
      // An invalid token is the caller's fault; unavailable keys are ours.
      if (reason === undefined) throw error;
      onRefused(reason);
      return undefined;
    }
  };
}

/** A token with a valid signature that is not intended for Granary. */
class RefusedToken extends Error {
  readonly claim: string;
  constructor(claim: string) {
    super(`Token refused: ${claim}`);
    this.claim = claim;
  }
}

/**
 * The audiences of the token. Access tokens of Amazon Cognito have `client_id` and scopes of APIs instead of `aud`. Scopes of
 * other providers do not count, because their clients may choose them.
 */
function audiencesOf({ aud, client_id, token_use, scope }: Readonly<Record<string, unknown>>): unknown[] {
  if (aud !== undefined) return Array.isArray(aud) ? aud : [aud];
  return token_use === 'access' ? [client_id, ...String(scope).split(' ')] : [client_id];
}

const joseFault = z.object({ code: z.string(), claim: z.string().optional() });

function refusalReason(error: unknown): string | undefined {
  if (error instanceof RefusedToken) return error.claim;
  const fault = joseFault.safeParse(error);
  if (!fault.success || !isTokenFault(fault.data.code)) return undefined;
  return fault.data.claim ?? fault.data.code;
}

const isTokenFault = (code: string) =>
  /^ERR_(JWT|JWS|JWK_|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING_KEY|JWKS_MULTIPLE_MATCHING_KEYS)/.test(
    code,
  ) && code !== 'ERR_JWKS_TIMEOUT';

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url() });

async function discoverKeys(bareIssuer: string): Promise<JWTVerifyGetKey> {
  const response = await fetch(`${bareIssuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(3000),
  });
  const { issuer, jwks_uri } = discoverySchema.parse(await response.json());
  // OpenID Connect Discovery 1.0 section 4.3: the issuer in the document must match.
  if (issuer.replace(/\/$/, '') !== bareIssuer) {
    throw new Error(`The identity provider's issuer is ${issuer}; configure that issuer`);
  }
  return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: 3000 });
}
