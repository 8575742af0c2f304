import { createHash } from 'node:crypto';
import { RemittanceReader } from '#x12/835/remittance-set.ts';
import type { SetConsumer, SetContext } from '#x12/engine/consumer.ts';
import { withoutPlaces } from '../engine/without-places.ts';

/**
 * Reads one 835 set to its end for the digest of its claims, which tells a repetition from another remittance with
 * the same numbers, whatever file and delimiters it comes in.
 */
export function paymentDigest(context: SetContext, done: (digest: string) => void): SetConsumer {
  const hash = createHash('sha256');
  const file = new RemittanceReader({
    claim: (payment) => hash.update(JSON.stringify(payment, withoutPlaces)),
    end: () => done(hash.digest('base64url')),
  });
  return file.open({ ...context, validating: false, report: () => {} });
}
