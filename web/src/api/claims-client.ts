import { ClaimsClient } from '#clients/typescript/src/claims/index.ts';
import { clientOptions } from './client-options.ts';

/** The claims API, as the person who is signed in. The frame must not import it, so that farm pages load without it. */
export const claims: ClaimsClient = new ClaimsClient(clientOptions);
