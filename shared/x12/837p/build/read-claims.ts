import { setReader } from '../../engine/set-reader.ts';
import { guide837p } from '../../guides/837p.ts';
import type { ProfessionalClaim } from '../model/claim.ts';
import { claimConsumer } from './claim-consumer.ts';

const reader = setReader<ProfessionalClaim>(guide837p, (add) => ({
  set: (context) => (context.guide === guide837p ? claimConsumer(context, add) : undefined),
}));

/** The claims of all 837P sets of a source, each as soon as it is complete. */
export const readClaims = reader.read;

/** `readClaims` for bytes in memory. */
export const readClaimsSync = reader.readSync;
