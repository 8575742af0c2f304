import { ClaimsClient, type ClientOptions, CommerceClient } from '#clients/typescript/src/index.ts';
import { noticedFetch } from '#web/data/connectivity.ts';
import { freshToken, tokenRefused } from '#web/session/token.ts';

export { errorText } from './error-text.ts';

const options: ClientOptions = {
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

/** The commerce API under the origin of the app, with the token of the session. */
export const commerce: CommerceClient = new CommerceClient(options);

/** The claims API under the origin of the app, with the token of the session. */
export const claims: ClaimsClient = new ClaimsClient(options);
