import { ServiceOperations } from '#clients/typescript/src/claims/service.ts';
import { Transport } from '#clients/typescript/src/runtime/transport.ts';
import { clientOptions } from './client-options.ts';

/** The operations of the claims API that the frame needs, without the rest of its client. */
export const claimsService: ServiceOperations = new ServiceOperations(new Transport(clientOptions));
