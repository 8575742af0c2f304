import type { Position } from '../segment.ts';

/**
 * Where the segments of the open loops stand, so that a check made when a claim is complete can still name the
 * segment it speaks of. Loops are added behind each other and cut off again when they are over.
 */
export class SegmentTrace {
  private nodes = new Int32Array(512);
  private indexes = new Int32Array(512);
  private offsets = new Float64Array(512);
  private size = 0;

  add(node: number, index: number, offset: number): void {
    if (this.size === this.nodes.length) this.grow();
    this.nodes[this.size] = node;
    this.indexes[this.size] = index;
    this.offsets[this.size] = offset;
    this.size++;
  }

  /** A mark to {@link cut} back to. */
  get mark(): number {
    return this.size;
  }

  cut(mark: number): void {
    this.size = mark;
  }

  /** The first segment of the kind at or behind `from`, and before `before` when that is given. */
  find(node: number, from: number, before = Number.POSITIVE_INFINITY): Position | undefined {
    for (let i = this.firstAt(from); i < this.size; i++) {
      const index = this.indexes[i] ?? 0;
      if (index >= before) return undefined;
      if (this.nodes[i] === node) return { index, offset: this.offsets[i] ?? 0 };
    }
    return undefined;
  }

  private firstAt(index: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.indexes[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private grow(): void {
    const size = this.nodes.length * 2;
    const { nodes, indexes, offsets } = this;
    this.nodes = new Int32Array(size);
    this.nodes.set(nodes);
    this.indexes = new Int32Array(size);
    this.indexes.set(indexes);
    this.offsets = new Float64Array(size);
    this.offsets.set(offsets);
  }
}
