/** Packed segment ids to small numbers: an open hash in two typed arrays, one probe for nearly all ids. */
export class IdTable {
  private readonly keys = new Int32Array(1024);
  private readonly numbers = new Int16Array(1024).fill(-1);
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** The number of an id, -1 when it has none. */
  get(packedId: number): number {
    for (let slot = slotOf(packedId); ; slot = (slot + 1) & 1023) {
      const number = this.numbers[slot] ?? -1;
      if (number < 0 || this.keys[slot] === packedId) return number;
    }
  }

  /** The number of an id, a new one when it has none yet; throws RangeError beyond 512 ids. */
  add(packedId: number): number {
    const known = this.get(packedId);
    if (known >= 0) return known;
    if (this.count >= 512) throw new RangeError('A guide may use 512 different segments');
    let slot = slotOf(packedId);
    while ((this.numbers[slot] ?? -1) >= 0) slot = (slot + 1) & 1023;
    this.keys[slot] = packedId;
    this.numbers[slot] = this.count;
    return this.count++;
  }
}

function slotOf(packedId: number): number {
  return Math.imul(packedId, 0x9e3779b1) >>> 22;
}
