import { createHash } from 'node:crypto';

/** For JSON.stringify: leaves out where a value was read, which differs between files with the same content. */
export const withoutPositions = (name: string, value: unknown): unknown =>
  name === 'position' || name.endsWith('Position') ? undefined : value;

/**
 * Digest of the typed parts of a transaction set. It distinguishes a repetition from another set with the same numbers,
 * and does not depend on file and delimiters.
 */
export class ContentDigest {
  private readonly hash = createHash('sha256');

  readonly add = (part: unknown): void => {
    this.hash.update(JSON.stringify(part, withoutPositions));
  };

  get value(): string {
    return this.hash.copy().digest('base64url');
  }
}
