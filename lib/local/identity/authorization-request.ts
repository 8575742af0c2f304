import { isLoopbackHost } from '../http/http-server.ts';

/** The public client that the web app is on this machine. */
export const webClient = 'granary-web';

/** What an authorization code is bound to. */
export interface AuthorizationRequest extends RedirectTarget {
  readonly scope: string;
  readonly challenge: string;
  readonly nonce: string | undefined;
}

/** Where the browser goes back to, with a code or an error. */
export interface RedirectTarget {
  readonly client: string;
  readonly redirectUri: string;
  readonly state: string | undefined;
}

/** Reads client and redirect address. Throws OauthError, which the page shows: the address cannot be trusted. */
export function redirectTargetOf(parameters: URLSearchParams): RedirectTarget {
  const client = required(parameters, 'client_id');
  if (client !== webClient) throw new OauthError('invalid_client', `Unknown client; use ${webClient}`);
  const redirectUri = required(parameters, 'redirect_uri');
  if (!isLoopback(redirectUri)) {
    throw new OauthError('invalid_request', 'redirect_uri must be an address of this machine');
  }
  return { client, redirectUri, state: optional(parameters, 'state') };
}

/** Checks the rest of an authorization request with PKCE. Throws OauthError, which the client gets. */
export function authorizationRequestOf(
  parameters: URLSearchParams,
  target: RedirectTarget,
): AuthorizationRequest {
  if (required(parameters, 'response_type') !== 'code') {
    throw new OauthError('unsupported_response_type', 'response_type must be code');
  }
  const scope = required(parameters, 'scope');
  if (!scope.split(' ').includes('openid')) {
    throw new OauthError('invalid_scope', 'scope must contain openid');
  }
  if (required(parameters, 'code_challenge_method') !== 'S256') {
    throw new OauthError('invalid_request', 'code_challenge_method must be S256');
  }
  const challenge = required(parameters, 'code_challenge');
  if (!/^[\w-]{43}$/.test(challenge)) {
    throw new OauthError('invalid_request', 'code_challenge must be a SHA-256 digest in base64url');
  }
  return { ...target, scope, challenge, nonce: optional(parameters, 'nonce') };
}

/** Returns the redirect address with more parameters and the state of the request. */
export function redirectTo(
  { redirectUri, state }: Pick<RedirectTarget, 'redirectUri' | 'state'>,
  parameters: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}

/** Whether an address is one of this machine, at any port (RFC 8252, section 7.3), without fragment or user. */
export function isLoopback(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' || url.hash !== '' || url.username !== '' || url.password !== '')
    return false;
  return isLoopbackHost(url.hostname);
}

/** A fault of a request to the issuer, with its code of RFC 6749, sections 4.1.2.1 and 5.2. */
export class OauthError extends Error {
  override readonly name = 'OauthError';
  readonly code: OauthErrorCode;

  constructor(code: OauthErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}

type OauthErrorCode =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'login_required'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** Returns a parameter that must be there. Throws OauthError; a repeated one is an error too (RFC 6749, section 3.1). */
export function required(parameters: URLSearchParams, name: string): string {
  const value = optional(parameters, name);
  if (value === undefined) throw new OauthError('invalid_request', `Parameter ${name} is missing`);
  return value;
}

/** Returns a parameter; an empty one counts as absent. Throws OauthError for a repeated one. */
export function optional(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = parameters.getAll(name);
  if (more.length > 0) throw new OauthError('invalid_request', `Parameter ${name} is repeated`);
  return value === '' ? undefined : value;
}
