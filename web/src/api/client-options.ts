import type { ClientOptions } from '#clients/typescript/src/runtime/options.ts';
import { noticedFetch } from '#web/data/connectivity.ts';
import { freshToken, tokenRefused } from '#web/session/token.ts';

/** Both APIs are under the origin of the app and take the token of the session. */
export const clientOptions: ClientOptions = {
  baseUrl: window.location.origin,
  token: freshToken,
  // A person waits: two attempts, then the page offers to try again.
  maxRetries: 1,
  fetch: async (url, init) => {
    const response = await noticedFetch(url, init);
    if (response.status === 401) tokenRefused();
    return response;
  },
};
