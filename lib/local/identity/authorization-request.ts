import { isLoopbackHost } from '../http/http-server.ts';
import { OauthError, optional, required } from './parameters.ts';

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
