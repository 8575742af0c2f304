/** Milliseconds for a provider that states no life of its tokens. */
const defaultLifeMs = 300_000;

/**
 * Returns the milliseconds that a new token is valid for: the shorter of `expires_in` and the time from `iat` to `exp`. Both are
 * durations, so the clock of the device may be wrong.
 */
export function lifeOf({
  claims: { iat, exp },
  expiresIn,
}: {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly expiresIn: unknown;
}): number {
  const lives = [Number(expiresIn), Number(exp) - Number(iat)].filter((seconds) => seconds > 0);
  return lives.length === 0 ? defaultLifeMs : Math.min(...lives) * 1000;
}

/**
 * Returns the milliseconds that are left at a time on the clock of the device. A clock that was set back behind the receipt
 * leaves none, because the age of the token is unknown.
 */
export const lifeLeft = (
  { receivedAt, expiresAt }: { readonly receivedAt: number; readonly expiresAt: number },
  now: number,
): number => (now < receivedAt ? 0 : expiresAt - now);

/** What a sign-in or a renewal gave. It lives in memory and, for reloads, in the session storage of the tab. */
export interface Tokens {
  /** Token that the APIs accept. */
  readonly token: string;
  /** Milliseconds since 1970 on the clock of the device, which may be wrong. */
  readonly receivedAt: number;
  /** The receipt plus the life of the token, so on the same clock. */
  readonly expiresAt: number;
  readonly refreshToken?: string;
  readonly idToken?: string;
}

const storageKey = 'granary.tokens';
let current: Tokens | undefined = readStored();
let deadline = deadlineOf(current);

/** Returns the tokens of this tab. */
export const currentTokens = (): Tokens | undefined => current;

/** Returns the milliseconds that the token of this tab is still valid for. Setting the clock back does not prolong them. */
export const currentLifeLeft = (): number =>
  current === undefined ? 0 : Math.min(lifeLeft(current, Date.now()), deadline - performance.now());

/** Replaces the tokens of this tab; undefined removes them. */
export function setTokens(tokens: Tokens | undefined): void {
  current = tokens;
  deadline = deadlineOf(tokens);
  if (tokens === undefined) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, JSON.stringify(tokens));
}

/** Returns the claims of a JWT without checking its signature: the provider sent it to us over TLS. */
export function claimsOf(jwt: string): Readonly<Record<string, unknown>> {
  const payload = jwt.split('.')[1] ?? '';
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    return Object(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return {};
  }
}

/** The end of the life on the clock of the page, which nobody can set. */
function deadlineOf(tokens: Tokens | undefined): number {
  return tokens === undefined ? 0 : performance.now() + lifeLeft(tokens, Date.now());
}

function readStored(): Tokens | undefined {
  if (typeof sessionStorage === 'undefined') return undefined;
  const { token, receivedAt, expiresAt, refreshToken, idToken } = parsed(sessionStorage.getItem(storageKey));
  if (typeof token !== 'string' || typeof receivedAt !== 'number' || typeof expiresAt !== 'number')
    return undefined;
  return {
    token,
    receivedAt,
    expiresAt,
    ...(typeof refreshToken === 'string' && { refreshToken }),
    ...(typeof idToken === 'string' && { idToken }),
  };
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
