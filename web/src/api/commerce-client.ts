import { CommerceClient } from '#clients/typescript/src/commerce/index.ts';
import { clientOptions } from './client-options.ts';

/** The commerce API, as the person who is signed in. */
export const commerce: CommerceClient = new CommerceClient(clientOptions);
