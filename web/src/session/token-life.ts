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
