import { createHash } from 'node:crypto';
import { ClaimAcknowledgmentReader } from '#x12/277ca/claim-acknowledgment-set.ts';
import { RemittanceReader } from '#x12/835/remittance-set.ts';
import type { SetConsumer, SetContext } from '#x12/engine/consumer.ts';

/** For JSON.stringify: leaves out where a value was read, which differs between files with the same content. */
export const withoutPositions = (name: string, value: unknown): unknown =>
  name === 'position' || name.endsWith('Position') ? undefined : value;

/**
 * Digest of the typed parts of a transaction set. It distinguishes a repetition from another set with the same numbers,
 * and does not depend on file and delimiters.
 */
class ContentDigest {
  private readonly hash = createHash('sha256');

  readonly add = (part: unknown): void => {
    this.hash.update(JSON.stringify(part, withoutPositions));
  };

  get value(): string {
    return this.hash.copy().digest('base64url');
  }
}

/** Reads a 277CA set for the digest of its statuses; `done` is called at the end of each acknowledgment in it. */
export function statusDigest(context: SetContext, done: (digest: string) => void): SetConsumer {
  const digest = new ContentDigest();
  const { add } = digest;
  const reader = new ClaimAcknowledgmentReader({ status: add, unscoped: add, end: () => done(digest.value) });
  return reader.open({ ...context, validating: false, report: () => {} });
}

/** Reads an 835 set to its end for the digest of its claims. */
export function paymentDigest(context: SetContext, done: (digest: string) => void): SetConsumer {
  const digest = new ContentDigest();
  const reader = new RemittanceReader({ claim: digest.add, end: () => done(digest.value) });
  return reader.open({ ...context, validating: false, report: () => {} });
}
