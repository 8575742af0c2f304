import { RemittanceReader } from '#x12/835/remittance-set.ts';
import type { SetConsumer, SetContext } from '#x12/engine/consumer.ts';
import { ContentDigest } from '../engine/content-digest.ts';

/** Reads an 835 set to its end for the digest of its claims. */
export function paymentDigest(context: SetContext, done: (digest: string) => void): SetConsumer {
  const digest = new ContentDigest();
  const reader = new RemittanceReader({ claim: digest.add, end: () => done(digest.value) });
  return reader.open({ ...context, validating: false, report: () => {} });
}
