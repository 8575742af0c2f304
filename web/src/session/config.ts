/** Where and how people sign in: `/config.json`, see web/CONFIG.md. */
export interface SignInConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly audience?: string;
  readonly tokenUse: 'access_token' | 'id_token';
}

/** Endpoints of the provider, from its discovery document. */
export interface Provider {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly endSessionEndpoint?: string;
}

/** Sign-in is not configured: `/config.json` names no issuer. */
export class SignInNotConfigured extends Error {
  override readonly name = 'SignInNotConfigured';
}

let config: Promise<SignInConfig> | undefined;
let provider: Promise<Provider> | undefined;

/** Returns the configuration, which is read once. */
export function signInConfig(): Promise<SignInConfig> {
  config ??= readConfig().catch((error: unknown) => {
    config = undefined;
    throw error;
  });
  return config;
}

/** Returns the provider's endpoints, which are read once. */
export function providerOf({ issuer }: SignInConfig): Promise<Provider> {
  provider ??= readProvider(issuer).catch((error: unknown) => {
    provider = undefined;
    throw error;
  });
  return provider;
}

async function readConfig(): Promise<SignInConfig> {
  const { issuer, clientId, scope, audience, tokenUse } = await readJson('/config.json');
  if (typeof issuer !== 'string' || typeof clientId !== 'string') throw new SignInNotConfigured();
  return {
    issuer: issuer.replace(/\/+$/, ''),
    clientId,
    scope: typeof scope === 'string' ? scope : 'openid',
    ...(typeof audience === 'string' && { audience }),
    tokenUse: tokenUse === 'id_token' ? 'id_token' : 'access_token',
  };
}

async function readProvider(address: string): Promise<Provider> {
  const document = await readJson(`${address}/.well-known/openid-configuration`);
  const { issuer, authorization_endpoint, token_endpoint, end_session_endpoint } = document;
  if (
    typeof issuer !== 'string' ||
    typeof authorization_endpoint !== 'string' ||
    typeof token_endpoint !== 'string'
  )
    throw new Error('The discovery document of the identity provider is incomplete');
  return {
    issuer,
    authorizationEndpoint: authorization_endpoint,
    tokenEndpoint: token_endpoint,
    ...(typeof end_session_endpoint === 'string' && { endSessionEndpoint: end_session_endpoint }),
  };
}

async function readJson(url: string): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${url} has status ${response.status}`);
  const body: unknown = await response.json();
  return Object(body);
}
