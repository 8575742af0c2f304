import { createHash } from 'node:crypto';
import type { SetConsumer, SetContext } from '#x12/engine/consumer.ts';
import type { GuideSpec } from '#x12/guide/guide.ts';
import type { FileKind } from '../../files/file.ts';
import type { SurveyedKind } from '../../files/sound-sets.ts';

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

  get value(): Buffer {
    return this.hash.copy().digest();
  }
}

const digestBytes = 32;

/** The digests of the sets of a file by their numbers, side by side, because a file may have many sets. */
class Digests {
  private bytes = Buffer.alloc(digestBytes * 64);

  set(inFile: number, digest: Buffer): void {
    const end = digestBytes * (inFile + 1);
    if (end > this.bytes.length) this.bytes = Buffer.concat([this.bytes, Buffer.alloc(end)]);
    this.bytes.set(digest, digestBytes * inFile);
  }

  /** As base64url; undefined for a set without one. */
  get(inFile: number): string | undefined {
    const digest = this.bytes.subarray(digestBytes * inFile, digestBytes * (inFile + 1));
    return digest.some((byte) => byte !== 0) ? digest.toString('base64url') : undefined;
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
    const digests = new Digests();
    const set = (context: SetContext) => {
      if (context.guide !== guide) return undefined;
      const digest = new ContentDigest();
      const end = () => digests.set(context.set.inFile, digest.value);
      return readParts({ ...context, validating: false, report: () => {} }, { add: digest.add, end });
    };
    return { listener: { set }, digestOf: ({ set: { inFile } }) => digests.get(inFile) };
  },
});
