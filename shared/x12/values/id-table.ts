/**
 * Numbers packed ids or qualifiers in the order of their addition. An open hash in two typed arrays, which needs one probe
 * for most ids.
 */
export class IdTable {
  private readonly keys: Int32Array;
  private readonly numbers: Int16Array;
  private readonly shift: number;
  private readonly mask: number;
  private count = 0;

  /** Creates a table for up to half of 2 to the power of `bits` entries. */
  constructor(bits = 10) {
    this.keys = new Int32Array(1 << bits);
    this.numbers = new Int16Array(1 << bits).fill(-1);
    this.shift = 32 - bits;
    this.mask = (1 << bits) - 1;
  }

  get size(): number {
    return this.count;
  }

  /** Returns the number of an id; -1 for an unknown id. */
  get(packedId: number): number {
    for (let slot = this.slotOf(packedId); ; slot = (slot + 1) & this.mask) {
      const number = this.numbers[slot] ?? -1;
      if (number < 0 || this.keys[slot] === packedId) return number;
    }
  }

  /** Returns the number of an id, and adds an unknown id. @throws RangeError for a full table */
  add(packedId: number): number {
    const known = this.get(packedId);
    if (known >= 0) return known;
    if (this.count > this.mask >> 1) throw new RangeError('A guide has too many ids');
    let slot = this.slotOf(packedId);
    while ((this.numbers[slot] ?? -1) >= 0) slot = (slot + 1) & this.mask;
    this.keys[slot] = packedId;
    this.numbers[slot] = this.count;
    return this.count++;
  }

  private slotOf(packedId: number): number {
    return Math.imul(packedId, 0x9e3779b1) >>> this.shift;
  }
}
