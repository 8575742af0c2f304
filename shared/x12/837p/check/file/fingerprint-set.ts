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

const shards = 256;
const firstSlots = 256;
const slotBytes = 7;

/** Remembers fingerprints, at about nine bytes each, so that the claim numbers of a file of any size fit. */
export class FingerprintSet {
  private readonly shards: (Shard | undefined)[] = Array.from({ length: shards }, () => undefined);
  /** The first slots of all shards, because the memory of each alone takes longer to get than to use. */
  private memory: ArrayBuffer | undefined;

  /** Adds a fingerprint; true when it was there before. */
  add(fingerprint: Fingerprint): boolean {
    const high = mixed(fingerprint.high);
    const low = mixed(fingerprint.low);
    const number = high >>> 24;
    let shard = this.shards[number];
    if (shard === undefined) {
      this.memory ??= new ArrayBuffer(shards * firstSlots * slotBytes);
      shard = new Shard(this.memory, number);
      this.shards[number] = shard;
    }
    return shard.add(high, low);
  }
}

/**
 * Open addressing; a low half of 0 marks a free slot. Each shard grows alone, so the whole is never doubled. Seven bytes a
 * slot are enough, because the number of the shard is the first byte of the high half.
 */
class Shard {
  private lows: Int32Array;
  private highs: Uint16Array;
  private middles: Uint8Array;
  private size = 0;

  constructor(memory: ArrayBuffer, number: number) {
    this.lows = new Int32Array(memory, number * firstSlots * 4, firstSlots);
    this.highs = new Uint16Array(memory, (shards * 4 + number * 2) * firstSlots, firstSlots);
    this.middles = new Uint8Array(memory, (shards * 6 + number) * firstSlots, firstSlots);
  }

  add(high: number, low: number): boolean {
    if ((this.size + 1) * 20 > this.lows.length * 17) this.grow();
    const isNew = this.put(high & 0xffff, (high >>> 16) & 0xff, low === 0 ? 1 : low);
    if (isNew) this.size++;
    return !isNew;
  }

  private put(high: number, middle: number, low: number): boolean {
    const { lows, highs, middles } = this;
    const capacity = lows.length;
    let slot = (low >>> 1) % capacity;
    for (;;) {
      const known = lows[slot];
      if (known === 0) {
        lows[slot] = low;
        highs[slot] = high;
        middles[slot] = middle;
        return true;
      }
      if (known === low && highs[slot] === high && middles[slot] === middle) return false;
      slot = slot + 1 === capacity ? 0 : slot + 1;
    }
  }

  private grow(): void {
    const { lows, highs, middles } = this;
    const capacity = lows.length < 4096 ? lows.length * 2 : Math.ceil(lows.length * 1.25);
    this.lows = new Int32Array(capacity);
    this.highs = new Uint16Array(capacity);
    this.middles = new Uint8Array(capacity);
    for (let i = 0; i < lows.length; i++) {
      const low = lows[i] ?? 0;
      if (low !== 0) this.put(highs[i] ?? 0, middles[i] ?? 0, low);
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
