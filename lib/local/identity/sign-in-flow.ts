import { createHash, randomBytes } from 'node:crypto';
import {
  type AuthorizationRequest,
  authorizationRequestOf,
  isLoopback,
  OauthError,
  optional,
  type RedirectTarget,
  redirectTargetOf,
  redirectTo,
  required,
  webClient,
} from './authorization-request.ts';
import { faultPage, pageHeaders, signedOutPage, signInPage } from './pages.ts';
import type { People, Person, SignIn, SignIns } from './sign-ins.ts';
import { type IssuerKey, issuerPath, signIdToken, signInOf, signToken, tokenSeconds } from './tokens.ts';

/** A response of the issuer. */
export interface IssuerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const cookieName = 'granary-person';
const thirtyDays = 30 * 86_400;

/** Returns the person whom the browser remembers. Nothing is proven by it: anybody may choose any person here. */
export function rememberedPerson(cookies: string | undefined): string | undefined {
  const pairs = (cookies ?? '').split(/;\s*/).map((pair) => pair.split('='));
  return pairs.find(([name]) => name === cookieName)?.[1];
}

/** Lets the browser remember a person until sign-out, so that `prompt=none` works in another tab. */
const remembering = (personId: string, response: IssuerResponse): IssuerResponse =>
  withCookie(response, personId, thirtyDays);

/** Lets the browser forget its person. */
const forgetting = (response: IssuerResponse): IssuerResponse => withCookie(response, '', 0);

const withCookie = (response: IssuerResponse, value: string, maxAge: number): IssuerResponse => ({
  ...response,
  headers: {
    ...response.headers,
    'Set-Cookie': `${cookieName}=${value}; Path=${issuerPath}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`,
  },
});

/** Lifetime of a code. */
const codeMilliseconds = 60_000;

interface Issued {
  readonly request: AuthorizationRequest;
  readonly personId: string;
  readonly expiresAt: number;
  /** The sign-in that the code began. */
  signIn: string | undefined;
}

interface Redemption {
  readonly code: string;
  readonly client: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

/** The authorization codes of the last minute. A code is bound to client, redirect address and challenge. */
class AuthorizationCodes {
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

interface FlowOptions {
  readonly key: IssuerKey;
  readonly baseUrl: () => string;
  readonly people: People;
  readonly signIns: SignIns;
  readonly now?: () => number;
}

/** The authorization code flow with PKCE for a public client (RFC 6749, RFC 7636, OpenID Connect Core 1.0). */
export class SignInFlow {
  readonly #options: FlowOptions;
  readonly #codes: AuthorizationCodes;

  constructor(options: FlowOptions) {
    this.#options = options;
    this.#codes = new AuthorizationCodes(options.now);
  }

  /**
   * Shows the people, or sends the browser back with a code: for the chosen `person`, or with `prompt=none` for the person
   * whom the browser remembers.
   */
  authorize(parameters: URLSearchParams, remembered?: string): IssuerResponse {
    let target: RedirectTarget;
    try {
      target = redirectTargetOf(parameters);
    } catch (error) {
      return faultOf(error);
    }
    try {
      return this.#authorize(authorizationRequestOf(parameters, target), parameters, remembered);
    } catch (error) {
      if (!(error instanceof OauthError)) throw error;
      return seeOther(redirectTo(target, { error: error.code, error_description: error.message }));
    }
  }

  /** Exchanges a code or a refresh token for tokens (RFC 6749, sections 4.1.3 and 6). */
  async token(parameters: URLSearchParams): Promise<IssuerResponse> {
    try {
      return await this.#token(parameters);
    } catch (error) {
      if (!(error instanceof OauthError)) throw error;
      return json(error.code === 'invalid_client' ? 401 : 400, {
        error: error.code,
        error_description: error.message,
      });
    }
  }

  /** Ends a sign-in and sends the browser back (OpenID Connect RP-Initiated Logout 1.0). */
  async endSession(parameters: URLSearchParams): Promise<IssuerResponse> {
    try {
      const idToken = optional(parameters, 'id_token_hint');
      const signIn = idToken && (await signInOf(this.#options.key, idToken));
      if (signIn) this.#options.signIns.end(signIn);
      const redirectUri = optional(parameters, 'post_logout_redirect_uri');
      if (redirectUri === undefined) {
        return forgetting({ status: 200, headers: pageHeaders(), body: signedOutPage() });
      }
      if (!isLoopback(redirectUri)) {
        throw new OauthError(
          'invalid_request',
          'post_logout_redirect_uri must be an address of this machine',
        );
      }
      return forgetting(seeOther(redirectTo({ redirectUri, state: optional(parameters, 'state') }, {})));
    } catch (error) {
      return faultOf(error);
    }
  }

  #authorize(
    request: AuthorizationRequest,
    parameters: URLSearchParams,
    remembered: string | undefined,
  ): IssuerResponse {
    const isSilent = optional(parameters, 'prompt') === 'none';
    const person = this.#person(isSilent ? remembered : optional(parameters, 'person'));
    if (person !== undefined) {
      const code = this.#codes.issue(request, person.id);
      return remembering(person.id, seeOther(redirectTo(request, { code })));
    }
    if (isSilent) throw new OauthError('login_required', 'Choose a person on the sign-in page');
    return {
      status: 200,
      headers: pageHeaders(request.redirectUri),
      body: signInPage(this.#options.people(), parameters),
    };
  }

  async #token(parameters: URLSearchParams): Promise<IssuerResponse> {
    const grant = required(parameters, 'grant_type');
    const client = required(parameters, 'client_id');
    if (client !== webClient) throw new OauthError('invalid_client', `Unknown client; use ${webClient}`);
    const { signIns } = this.#options;
    if (grant === 'refresh_token') {
      return this.#tokens(signIns.refresh(required(parameters, 'refresh_token'), client), undefined);
    }
    if (grant !== 'authorization_code') {
      throw new OauthError(
        'unsupported_grant_type',
        'grant_type must be authorization_code or refresh_token',
      );
    }
    const redemption = {
      client,
      code: required(parameters, 'code'),
      redirectUri: required(parameters, 'redirect_uri'),
      verifier: required(parameters, 'code_verifier'),
    };
    let nonce: string | undefined;
    const signIn = this.#codes.redeem(
      redemption,
      (request, personId) => {
        nonce = request.nonce;
        return signIns.begin({ personId, client, scope: request.scope });
      },
      (id) => signIns.end(id),
    );
    return this.#tokens(signIn, nonce);
  }

  async #tokens(signIn: SignIn, nonce: string | undefined): Promise<IssuerResponse> {
    const person = this.#person(signIn.personId);
    if (person === undefined) throw new OauthError('invalid_grant', 'The person is gone; sign in again');
    const { key, baseUrl } = this.#options;
    return json(200, {
      access_token: await signToken(key, baseUrl(), { ...person.claims, sub: person.id }, `${tokenSeconds}s`),
      token_type: 'Bearer',
      expires_in: tokenSeconds,
      id_token: await signIdToken(key, baseUrl(), { signIn, person, nonce }),
      scope: signIn.scope,
      ...(signIn.scope.split(' ').includes('offline_access') && { refresh_token: signIn.refreshToken }),
    });
  }

  #person(id: string | undefined): Person | undefined {
    return this.#options.people().find((person) => person.id === id);
  }
}

const seeOther = (location: string): IssuerResponse => ({
  status: 303,
  headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  body: '',
});

const json = (status: number, body: object): IssuerResponse => ({
  status,
  headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  body: JSON.stringify(body),
});

function faultOf(error: unknown): IssuerResponse {
  if (!(error instanceof OauthError)) throw error;
  return { status: 400, headers: pageHeaders(), body: faultPage(error.message) };
}
