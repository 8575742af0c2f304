import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { renewTokens } from './oidc.ts';
import { currentLifeLeft, currentTokens, setTokens } from './tokens.ts';

/** The session has ended and no token can be had without the person. Nothing was sent. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';

  constructor() {
    super('The session has ended');
  }
}

const ended = signal(false);
let renewal: Promise<boolean> | undefined;

/** True when requests need a new sign-in. */
export const sessionEnded: ReadonlySignal<boolean> = computed(() => ended.value);

/** Returns a token that is valid for the next half minute, renewed if needed. Rejects with `SignedOut`. */
export async function freshToken(): Promise<string> {
  const tokens = currentTokens();
  if (tokens !== undefined && currentLifeLeft() > 30_000) return tokens.token;
  // Without signal the request fails by itself, as a lost connection.
  if (!navigator.onLine) return tokens?.token ?? '';
  const renewed = await renewedToken();
  if (renewed === undefined) throw new SignedOut();
  return renewed;
}

/**
 * Returns a token in place of one that the service has refused: the token of a renewal since then, or a new one. Returns
 * undefined if the session has ended.
 */
export async function tokenInPlaceOf(refused: string): Promise<string | undefined> {
  const token = currentTokens()?.token;
  return token === refused ? renewedToken() : token;
}

/** Ends the use of the token: the service refused it, or it cannot be renewed. */
export function tokenRefused(): void {
  setTokens(undefined);
  ended.value = true;
}

/** Requests that need a new token at the same time share one renewal. */
async function renewedToken(): Promise<string | undefined> {
  renewal ??= renewTokens().finally(() => {
    renewal = undefined;
  });
  const renewed = (await renewal) ? currentTokens() : undefined;
  if (renewed === undefined) tokenRefused();
  return renewed?.token;
}
