/**
 * A 64-bit fingerprint of a sequence of texts and numbers, made without joining them. Two of three million different
 * sequences collide with a probability below one in a million.
 */
export class Fingerprint {
  high = 0;
  low = 0;

  begin(): this {
    this.high = 0x1e3779b1;
    this.low = 0x27d4eb2f;
    return this;
  }

  text(text: string | undefined): this {
    let { high, low } = this;
    if (text !== undefined) {
      for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        high = Math.imul(high ^ code, 0x01000193);
        low = Math.imul(low ^ code, 0x5bd1e995);
      }
    }
    // Marks the end, so that "ab", "c" differs from "a", "bc".
    this.high = Math.imul(high ^ 0x1ff, 0x01000193);
    this.low = Math.imul(low ^ 0x1ff, 0x5bd1e995);
    return this;
  }

  number(value: number | undefined): this {
    const number = value ?? -1;
    this.high = Math.imul(this.high ^ (number % 0x7fffffff), 0x01000193);
    this.low = Math.imul(this.low ^ (number % 0x7ffffff1), 0x5bd1e995);
    return this;
  }
}

/** Remembers fingerprints, at about eleven bytes each, so that the claim numbers of a file of any size fit. */
export class FingerprintSet {
  private readonly shards: (Shard | undefined)[] = Array.from({ length: 256 }, () => undefined);

  /** Adds a fingerprint; true when it was there before. */
  add(fingerprint: Fingerprint): boolean {
    const high = mixed(fingerprint.high);
    const low = mixed(fingerprint.low);
    const number = high >>> 24;
    let shard = this.shards[number];
    if (shard === undefined) {
      shard = new Shard();
      this.shards[number] = shard;
    }
    return shard.add(high, low);
  }
}

/**
 * Open addressing; a low half of 0 marks a free slot. Each shard grows alone, so the whole is never doubled. All
 * numbers are signed and of 32 bits, which the machine computes with directly.
 */
class Shard {
  private slots = new Int32Array(512);
  private size = 0;

  add(high: number, low: number): boolean {
    if ((this.size + 1) * 20 > this.slots.length * 8.5) this.grow();
    const isNew = this.put(high, low === 0 ? 1 : low);
    if (isNew) this.size++;
    return !isNew;
  }

  private put(high: number, low: number): boolean {
    const { slots } = this;
    const capacity = slots.length / 2;
    let slot = (low >>> 1) % capacity;
    for (;;) {
      const known = slots[slot * 2 + 1];
      if (known === 0) {
        slots[slot * 2] = high;
        slots[slot * 2 + 1] = low;
        return true;
      }
      if (known === low && slots[slot * 2] === high) return false;
      slot = slot + 1 === capacity ? 0 : slot + 1;
    }
  }

  private grow(): void {
    const old = this.slots;
    const capacity = old.length / 2;
    this.slots = new Int32Array((capacity < 4096 ? capacity * 2 : Math.ceil(capacity * 1.25)) * 2);
    for (let i = 0; i < old.length; i += 2) {
      const low = old[i + 1] ?? 0;
      if (low !== 0) this.put(old[i] ?? 0, low);
    }
  }
}

/** The finalizer of MurmurHash3: every bit of the input moves every bit of the result. */
function mixed(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
