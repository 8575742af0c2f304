import { providerOf, type SignInConfig, signInConfig } from './config.ts';
import { claimsOf, currentTokens, lifeOf, setTokens, type Tokens } from './tokens.ts';

/** Path that the provider sends the person back to. */
export const returnPath = '/sign-in/return';

/**
 * The provider refused or the response does not belong to a sign-in of this tab. `reason` is an OAuth error code, `returnTo` the
 * place in the app that the sign-in started at, if this tab knows it.
 */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
  readonly reason: string;
  readonly returnTo: string | undefined;

  constructor(reason: string, returnTo?: string) {
    super(`Sign-in failed: ${reason}`);
    this.reason = reason;
    this.returnTo = returnTo;
  }
}

/** Leaves for the provider. `returnTo` is the place in the app afterwards; `silently` asks nothing of the person. */
export async function startSignIn(
  returnTo: string,
  options: { readonly silently?: boolean } = {},
): Promise<void> {
  const config = await signInConfig();
  const { authorizationEndpoint } = await providerOf(config);
  const { verifier, challenge } = await createProofKey();
  const pending: Pending = { state: randomText(), nonce: randomText(), verifier, returnTo };
  sessionStorage.setItem(pendingKey, JSON.stringify(pending));
  const address = new URL(authorizationEndpoint);
  const parameters = {
    response_type: 'code',
    client_id: config.clientId,
    redirect_uri: redirectAddress(),
    scope: config.scope,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...(config.audience !== undefined && { audience: config.audience }),
    ...(options.silently === true && { prompt: 'none' }),
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  window.location.assign(address);
}

/** Completes a sign-in at the return path. Returns the place in the app to continue at. */
export async function completeSignIn(query: URLSearchParams): Promise<string> {
  const pending = takePending();
  if (pending === undefined || query.get('state') !== pending.state) throw new SignInFailed('state_mismatch');
  const code = query.get('code');
  if (code === null) throw new SignInFailed(query.get('error') ?? 'no_code', pending.returnTo);
  const config = await signInConfig();
  const tokens = await requestTokens(config, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectAddress(),
    code_verifier: pending.verifier,
  });
  if (tokens.idToken === undefined || claimsOf(tokens.idToken)['nonce'] !== pending.nonce)
    throw new SignInFailed('nonce_mismatch');
  setTokens(tokens);
  return pending.returnTo;
}

/** Renews the tokens with the refresh token. Returns false if there is none or the provider refuses it. */
export async function renewTokens(): Promise<boolean> {
  const tokens = currentTokens();
  if (tokens?.refreshToken === undefined) return false;
  try {
    const renewed = await requestTokens(await signInConfig(), {
      grant_type: 'refresh_token',
      refresh_token: tokens.refreshToken,
    });
    setTokens({ ...tokens, ...renewed });
    return true;
  } catch (error) {
    if (error instanceof SignInFailed) return false;
    throw error;
  }
}

/** Ends the session at the provider too, where it offers that. The page is left. */
export async function leaveProvider(idToken: string | undefined): Promise<void> {
  const back = new URL('/sign-in', window.location.origin);
  const config = await signInConfig();
  const { endSessionEndpoint } = await providerOf(config);
  if (endSessionEndpoint === undefined) return window.location.assign(back);
  const address = new URL(endSessionEndpoint);
  address.searchParams.set('client_id', config.clientId);
  address.searchParams.set('post_logout_redirect_uri', back.href);
  // The name of the parameter at Amazon Cognito; other providers ignore it.
  address.searchParams.set('logout_uri', back.href);
  if (idToken !== undefined) address.searchParams.set('id_token_hint', idToken);
  window.location.assign(address);
}

interface Pending {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
}

const pendingKey = 'granary.sign-in';

const redirectAddress = (): string => new URL(returnPath, window.location.origin).href;

function takePending(): Pending | undefined {
  const text = sessionStorage.getItem(pendingKey);
  sessionStorage.removeItem(pendingKey);
  const { state, nonce, verifier, returnTo } = Object(JSON.parse(text ?? '{}'));
  return typeof state === 'string' &&
    typeof nonce === 'string' &&
    typeof verifier === 'string' &&
    typeof returnTo === 'string'
    ? { state, nonce, verifier, returnTo }
    : undefined;
}

async function requestTokens(config: SignInConfig, form: Readonly<Record<string, string>>): Promise<Tokens> {
  const { tokenEndpoint } = await providerOf(config);
  // The provider issues the token after this moment, so the life is never counted too long.
  const receivedAt = Date.now();
  const response = await fetch(tokenEndpoint, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ ...form, client_id: config.clientId }),
  });
  if (response.status >= 500) throw new Error(`The identity provider has status ${response.status}`);
  const body: Readonly<Record<string, unknown>> = Object(await response.json());
  const { error, id_token, refresh_token, expires_in } = body;
  if (!response.ok) throw new SignInFailed(typeof error === 'string' ? error : 'token_refused');
  const token = body[config.tokenUse];
  if (typeof token !== 'string') throw new SignInFailed('no_token');
  // `expires_in` describes the access token only.
  const expiresIn = config.tokenUse === 'access_token' ? expires_in : undefined;
  const life = lifeOf({ claims: claimsOf(token), expiresIn });
  return {
    token,
    receivedAt,
    expiresAt: receivedAt + life,
    ...(typeof id_token === 'string' && { idToken: id_token }),
    ...(typeof refresh_token === 'string' && { refreshToken: refresh_token }),
  };
}

/** A secret of one sign-in, and what the authorization request shows of it (RFC 7636, S256). */
interface ProofKey {
  readonly verifier: string;
  readonly challenge: string;
}

/** Returns a new proof key with 256 random bits. */
export async function createProofKey(): Promise<ProofKey> {
  const verifier = randomText();
  return { verifier, challenge: await challengeOf(verifier) };
}

/** Returns the code challenge of a verifier: its SHA-256, as base64url. */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(digest));
}

/** Returns 256 random bits as base64url, for `state` and `nonce`. */
export const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
