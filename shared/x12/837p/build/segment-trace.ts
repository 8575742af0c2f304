import type { Position } from '../../reader/segment.ts';

/**
 * Positions of the segments of the open loops. A check of a complete claim uses them to name the segment at fault.
 * Segments are appended as they are read; the end of a loop cuts them off.
 */
export class SegmentTrace {
  private nodes = new Int32Array(64);
  private indexes = new Int32Array(64);
  private offsets = new Float64Array(64);
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

  /**
   * The first segment of the kind at or after the one at `from`, which begins a loop; the next segment of the same
   * kind as that one begins the next loop and ends the search.
   */
  find(node: number, from: number): Position | undefined {
    const first = this.firstAt(from);
    const begin = this.nodes[first];
    for (let i = first; i < this.size; i++) {
      if (this.nodes[i] === node) return this.position(i);
      if (i > first && this.nodes[i] === begin) return undefined;
    }
    return undefined;
  }

  /**
   * The first segment after the one at `from` that passes the test or begins the next loop. When there is none yet, the
   * place after the last segment: its index is that of the segment to come, its offset that of the last.
   */
  placeAfter(from: number, test: (node: number) => boolean): Position {
    const first = this.firstAt(from);
    const begin = this.nodes[first];
    for (let i = first + 1; i < this.size; i++) {
      const node = this.nodes[i] ?? 0;
      if (node === begin || test(node)) return this.position(i);
    }
    const last = this.position(this.size - 1);
    return { index: last.index + 1, offset: last.offset };
  }

  get isEmpty(): boolean {
    return this.size === 0;
  }

  private position(i: number): Position {
    return { index: this.indexes[i] ?? 0, offset: this.offsets[i] ?? 0 };
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
