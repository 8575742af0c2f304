import { createHash } from 'node:crypto';
import type { BearerVerifier } from './bearer-token.ts';
import type { Principal } from './principal.ts';
import type { TokenHolder } from './token-claims.ts';

/** What a service knows of its callers. */
export interface Callers {
  /** The holder of the API key whose secret has this hash; undefined when there is none, or it is revoked. */
  holderOf(secretHash: string): Promise<Principal | undefined>;
  /** Who a valid bearer token is for. */
  bearerOf(holder: TokenHolder): Promise<Principal>;
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
  callers: Callers,
  { apiKey, authorization }: PresentedCredential,
): Promise<Principal | undefined> {
  if (apiKey) return apiKey.length <= 256 ? callers.holderOf(secretHash(apiKey)) : undefined;
  const token = /^Bearer ([\w\-.~+/=]+)$/i.exec(authorization ?? '')?.[1];
  const holder = token === undefined ? undefined : await callers.verifyBearer?.(token);
  return holder && callers.bearerOf(holder);
}
