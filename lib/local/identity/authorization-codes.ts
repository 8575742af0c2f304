import { createHash, randomBytes } from 'node:crypto';
import type { AuthorizationRequest } from './authorization-request.ts';
import { OauthError } from './oauth-error.ts';

/** Lifetime of a code. */
const codeMilliseconds = 60_000;

interface Issued {
  readonly request: AuthorizationRequest;
  readonly personId: string;
  readonly expiresAt: number;
  /** The sign-in that the code began. */
  signIn: string | undefined;
}

export interface Redemption {
  readonly code: string;
  readonly client: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

/** The authorization codes of the last minute. A code is bound to client, redirect address and challenge. */
export class AuthorizationCodes {
  readonly #codes = new Map<string, Issued>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  issue(request: AuthorizationRequest, personId: string): string {
    for (const [code, { expiresAt }] of this.#codes) if (expiresAt <= this.#now()) this.#codes.delete(code);
    const code = randomBytes(32).toString('base64url');
    const expiresAt = this.#now() + codeMilliseconds;
    this.#codes.set(code, { request, personId, expiresAt, signIn: undefined });
    return code;
  }

  /**
   * Uses a code up. `begin` starts the sign-in of the person and returns its id; `revoke` ends the sign-in of a code
   * that comes a second time (RFC 6749, section 4.1.2). Throws OauthError.
   */
  redeem<SignIn extends { readonly id: string }>(
    { code, client, redirectUri, verifier }: Redemption,
    begin: (request: AuthorizationRequest, personId: string) => SignIn,
    revoke: (signIn: string) => void,
  ): SignIn {
    const issued = this.#codes.get(code);
    if (issued === undefined || issued.expiresAt <= this.#now()) {
      throw new OauthError('invalid_grant', 'The code is unknown or has expired');
    }
    if (issued.signIn !== undefined) {
      revoke(issued.signIn);
      throw new OauthError('invalid_grant', 'The code was used before');
    }
    const { request } = issued;
    if (request.client !== client || request.redirectUri !== redirectUri) {
      throw new OauthError('invalid_grant', 'The code belongs to another client or redirect_uri');
    }
    if (!/^[\w.~-]{43,128}$/.test(verifier) || challengeOf(verifier) !== request.challenge) {
      throw new OauthError('invalid_grant', 'code_verifier does not match code_challenge');
    }
    const signIn = begin(request, issued.personId);
    issued.signIn = signIn.id;
    return signIn;
  }
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
