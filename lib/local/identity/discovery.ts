import { isLoopbackHost } from '../http/http-server.ts';
import { type IssuerKey, issuerOf, issuerPath, publicPart } from './tokens.ts';

/** Paths of the issuer's endpoints. */
export const endpoints = {
  discovery: `${issuerPath}/.well-known/openid-configuration`,
  keys: `${issuerPath}/jwks.json`,
  authorization: `${issuerPath}/authorize`,
  style: `${issuerPath}/page.css`,
  token: `${issuerPath}/token`,
  endSession: `${issuerPath}/end-session`,
} as const;

/**
 * The discovery document. `issuer` is the address of the stack, which the APIs check. The endpoints are at the address of
 * the request, because a browser may come through the proxy of a development server. A foreign `host` is ignored.
 */
export function discoveryDocument(baseUrl: string, host: string | undefined) {
  const origin = originOf(host) ?? baseUrl;
  return {
    issuer: issuerOf(baseUrl),
    authorization_endpoint: `${origin}${endpoints.authorization}`,
    token_endpoint: `${origin}${endpoints.token}`,
    end_session_endpoint: `${origin}${endpoints.endSession}`,
    jwks_uri: `${origin}${endpoints.keys}`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    scopes_supported: ['openid', 'profile', 'offline_access'],
    claims_supported: ['sub', 'name', 'sid', 'auth_time', 'nonce'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
}

/** Returns the origin at which a browser sees this machine; undefined for a foreign host name. */
export function originOf(host: string | undefined): string | undefined {
  const url = host === undefined ? null : URL.parse(`http://${host}`);
  return url !== null && isLoopbackHost(url.hostname) ? url.origin : undefined;
}

/** The document of keys (RFC 7517). */
export const keysDocument = (key: IssuerKey) => ({ keys: [publicPart(key)] });
