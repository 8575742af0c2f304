import type { ObjectRecord } from './object-record.ts';

export class KeyIndex {
  readonly #versions = new Map<string, ObjectRecord[]>();
  /** Sorted on the next read, because sorting nearly sorted keys is cheap. */
  #sorted: string[] = [];
  #isSorted = true;

  add(record: ObjectRecord): void {
    const versions = this.#versions.get(record.key);
    if (versions === undefined) {
      this.#versions.set(record.key, [record]);
      this.#sorted.push(record.key);
      this.#isSorted = false;
      return;
    }
    const same = versions.findIndex(({ versionId }) => versionId === record.versionId);
    if (same >= 0) versions.splice(same, 1);
    versions.push(record);
    versions.sort((one, other) => (one.sequencer < other.sequencer ? -1 : 1));
  }

  remove(record: ObjectRecord): void {
    const left = (this.#versions.get(record.key) ?? []).filter(
      ({ versionId }) => versionId !== record.versionId,
    );
    if (left.length > 0) {
      this.#versions.set(record.key, left);
      return;
    }
    this.#versions.delete(record.key);
    // The next read removes the key from the sorted list.
    this.#isSorted = false;
  }

  /** Returns the newest version, which may be a delete marker. */
  current(key: string): ObjectRecord | undefined {
    return this.#versions.get(key)?.at(-1);
  }

  version(key: string, versionId: string): ObjectRecord | undefined {
    return this.#versions.get(key)?.find((record) => record.versionId === versionId);
  }

  versions(key: string): readonly ObjectRecord[] {
    return (this.#versions.get(key) ?? []).toReversed();
  }

  /** Yields the keys with a prefix that follow another key, in the order of their UTF-8 bytes. */
  *keys(prefix: string, after: string): Generator<string> {
    if (!this.#isSorted) {
      this.#sorted = [...new Set(this.#sorted)].filter((key) => this.#versions.has(key)).sort(compareUtf8);
      this.#isSorted = true;
    }
    for (const key of this.#sorted) {
      if (key.startsWith(prefix) && compareUtf8(key, after) > 0) yield key;
    }
  }
}

/** The order of UTF-16 differs from that of the bytes only between surrogates and characters above U+DFFF. */
function compareUtf8(one: string, other: string): number {
  if (/[\ud800-\uffff]/.test(one + other)) return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : one > other ? 1 : 0;
}
