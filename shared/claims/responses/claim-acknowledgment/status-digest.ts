import { ClaimAcknowledgmentReader } from '#x12/277ca/claim-acknowledgment-set.ts';
import type { SetConsumer, SetContext } from '#x12/engine/consumer.ts';
import { ContentDigest } from '../engine/content-digest.ts';

/** Reads a 277CA set for the digest of its statuses; `done` is called at the end of each acknowledgment in it. */
export function statusDigest(context: SetContext, done: (digest: string) => void): SetConsumer {
  const digest = new ContentDigest();
  const { add } = digest;
  const reader = new ClaimAcknowledgmentReader({ status: add, unscoped: add, end: () => done(digest.value) });
  return reader.open({ ...context, validating: false, report: () => {} });
}
