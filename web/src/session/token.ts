import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { renewTokens } from './oidc.ts';
import { currentTokens, setTokens } from './tokens.ts';

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
  if (tokens !== undefined && tokens.expiresAt - Date.now() > 30_000) return tokens.token;
  // Without signal the request fails by itself, as a lost connection.
  if (!navigator.onLine) return tokens?.token ?? '';
  renewal ??= renewTokens().finally(() => {
    renewal = undefined;
  });
  const renewed = (await renewal) ? currentTokens() : undefined;
  if (renewed === undefined) {
    tokenRefused();
    throw new SignedOut();
  }
  return renewed.token;
}

/** Ends the use of the token: the service refused it, or it cannot be renewed. */
export function tokenRefused(): void {
  setTokens(undefined);
  ended.value = true;
}
