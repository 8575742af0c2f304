import { createHash } from 'node:crypto';
import type { SetConsumer, SetContext } from '#x12/engine/consumer.ts';
import type { GuideSpec } from '#x12/guide/guide.ts';
import type { FileKind } from '../../files/file.ts';
import { positionKey, type SurveyedKind } from '../../files/sound-sets.ts';

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

/** Reads a set: passes its typed parts to `add`, and calls `end` at the end of each response in it. */
type ReadParts = (
  context: SetContext,
  parts: { readonly add: (part: unknown) => void; readonly end: () => void },
) => SetConsumer;

/** A kind of responses of which the first reading of a file makes digests, to compare sets with earlier ones. */
export const withDigests = (kind: FileKind, guide: GuideSpec, readParts: ReadParts): SurveyedKind => ({
  kind,
  guide,
  open() {
    const digests = new Map<string, string>();
    const set = (context: SetContext) => {
      if (context.guide !== guide) return undefined;
      const position = positionKey(context);
      const digest = new ContentDigest();
      const end = () => void digests.set(position, digest.value);
      return readParts({ ...context, validating: false, report: () => {} }, { add: digest.add, end });
    };
    return { listener: { set }, digestOf: (position) => digests.get(positionKey(position)) };
  },
});
