/**
 * Numbers packed ids or qualifiers in the order of their addition. An open hash in one typed array, which needs one probe
 * for most ids.
 */
export class IdTable {
  /** A key and its number in turn. The number of a free slot is -1. */
  private readonly slots: Int32Array;
  private readonly shift: number;
  private readonly mask: number;
  private count = 0;

  /** Creates a table for up to half of 2 to the power of `bits` entries. */
  constructor(bits = 10) {
    this.slots = new Int32Array(2 << bits);
    for (let slot = 1; slot < this.slots.length; slot += 2) this.slots[slot] = -1;
    this.shift = 32 - bits;
    this.mask = (2 << bits) - 1;
  }

  get size(): number {
    return this.count;
  }

  /** Returns the number of an id; -1 for an unknown id. */
  get(packedId: number): number {
    const { slots, mask } = this;
    let slot = (Math.imul(packedId, multiplier) >>> this.shift) << 1;
    for (;;) {
      const number = slots[slot + 1] ?? -1;
      if (slots[slot] === packedId || number < 0) return number;
      slot = (slot + 2) & mask;
    }
  }

  /** Returns the number of an id, and adds an unknown id. @throws RangeError for a full table */
  add(packedId: number): number {
    const known = this.get(packedId);
    if (known >= 0) return known;
    const { slots, mask } = this;
    if (this.count > mask >> 2) throw new RangeError('A guide has too many ids');
    let slot = (Math.imul(packedId, multiplier) >>> this.shift) << 1;
    while ((slots[slot + 1] ?? -1) >= 0) slot = (slot + 2) & mask;
    slots[slot] = packedId;
    slots[slot + 1] = this.count;
    return this.count++;
  }
}

/** 2 to the power of 32, divided by the golden ratio, as a signed integer. */
const multiplier = -1_640_531_527;
