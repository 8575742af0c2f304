import type { ClientOptions } from '#clients/typescript/src/runtime/options.ts';
import { noticedFetch } from '#web/data/connectivity.ts';
import { freshToken, tokenInPlaceOf, tokenRefused } from '#web/session/token.ts';

/** Both APIs are under the origin of the app and take the token of the session. */
export const clientOptions: ClientOptions = {
  baseUrl: window.location.origin,
  token: freshToken,
  // A person waits: two attempts, then the page offers to try again.
  maxRetries: 1,
  fetch: async (url, init) => {
    const response = await noticedFetch(url, init);
    return response.status === 401 ? ((await sendAgain(url, init)) ?? response) : response;
  },
};

/** Sends a refused request once more with another token: the clock of the device may have hidden that the first one was old. */
async function sendAgain(url: string, init: RequestInit): Promise<Response | undefined> {
  const headers = new Headers(init.headers);
  const refused = headers.get('Authorization')?.replace('Bearer ', '') ?? '';
  const token = await tokenInPlaceOf(refused);
  if (token === undefined) return undefined;
  headers.set('Authorization', `Bearer ${token}`);
  const response = await noticedFetch(url, { ...init, headers });
  if (response.status === 401) tokenRefused();
  return response;
}
