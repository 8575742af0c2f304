import { createHash } from 'node:crypto';
import { ClaimAcknowledgmentReader } from '#x12/277ca/claim-acknowledgment-set.ts';
import type { SetConsumer, SetContext } from '#x12/engine/consumer.ts';
import { withoutPlaces } from '../engine/without-places.ts';

/**
 * Reads one 277CA set to its end for the digest of its statuses, which tells a repetition from another set with the
 * same numbers, whatever file and delimiters it comes in.
 */
export function statusDigest(context: SetContext, done: (digest: string) => void): SetConsumer {
  const hash = createHash('sha256');
  const take = (status: unknown) => hash.update(JSON.stringify(status, withoutPlaces));
  const file = new ClaimAcknowledgmentReader({
    status: take,
    unscoped: take,
    // A set may hold several acknowledgments, and each of them ends.
    end: () => done(hash.copy().digest('base64url')),
  });
  return file.open({ ...context, validating: false, report: () => {} });
}
