import { createHash } from 'node:crypto';
import type { BearerVerifier } from './bearer-token.ts';
import type { Principal } from './principal.ts';
import type { TokenHolder } from './token-claims.ts';

/** The callers of a service. */
export interface Callers {
  /** The principal of the API key whose secret has this hash; undefined for an unknown or revoked key. */
  holderOf(secretHash: string): Promise<Principal | undefined>;
  /** The principal of a valid bearer token. */
  bearerOf(holder: TokenHolder): Promise<Principal>;
  /** Absent when no issuer is configured. */
  readonly verifyBearer: BearerVerifier | undefined;
}

/** The credential headers of a request. */
export interface PresentedCredential {
  readonly apiKey: string | undefined;
  readonly authorization: string | undefined;
}

/** SHA-256 of an API key's secret, base64url. It is stored in place of the secret. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** The principal of a credential; undefined when it is missing, unknown, revoked or invalid. */
export async function identify(
  callers: Callers,
  { apiKey, authorization }: PresentedCredential,
): Promise<Principal | undefined> {
  if (apiKey) return apiKey.length <= 256 ? callers.holderOf(secretHash(apiKey)) : undefined;
  const token = /^Bearer ([\w\-.~+/=]+)$/i.exec(authorization ?? '')?.[1];
  const holder = token === undefined ? undefined : await callers.verifyBearer?.(token);
  return holder && callers.bearerOf(holder);
}
