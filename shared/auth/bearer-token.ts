import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod';
import { readTokenHolder, type TokenClaimNames, type TokenHolder } from './token-claims.ts';

/** Verifies bearer tokens of one OpenID Connect issuer; undefined for a refused token. */
export type BearerVerifier = (token: string) => Promise<TokenHolder | undefined>;

interface VerifierOptions {
  /** Issuer of the provider; a trailing slash is ignored. */
  readonly issuer: string;
  /** Accepted audiences, separated by spaces or commas. */
  readonly audience: string;
  readonly claimNames: TokenClaimNames;
  /** Receives the name of the failed check, never a value of the token. */
  readonly onRefused?: (reason: string) => void;
}

/** Types of access tokens and ID tokens (RFC 9068 section 2.1, RFC 7519 section 5.1). */
const acceptedTypes = /^(application\/)?(at\+)?jwt$/i;

/**
 * A verifier for tokens of the issuer. The first token loads the issuer's keys through its discovery document (OpenID
 * Connect Discovery 1.0 section 4).
 */
export function bearerVerifier({ issuer, audience, claimNames, onRefused }: VerifierOptions): BearerVerifier {
  const bareIssuer = issuer.replace(/\/$/, '');
  const audiences: ReadonlySet<unknown> = new Set(audience.split(/[\s,]+/).filter((name) => name !== ''));
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
      onRefused?.(reason);
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

/** The audiences of the token. Access tokens of Amazon Cognito have `client_id` instead of `aud`. */
function audiencesOf({ aud, client_id }: Readonly<Record<string, unknown>>): unknown[] {
  if (aud !== undefined) return Array.isArray(aud) ? aud : [aud];
  return [client_id];
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
