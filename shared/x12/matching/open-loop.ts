import type { CompiledLoop, CompiledSegment, Edge } from '../guide/compiled-guide.ts';
import type { Position } from '../reader/segment.ts';

export interface MissingChild {
  readonly edge: Edge;
  readonly at: Position;
}

/** The state of an open loop. Reused for the next loop at the same depth. */
export class OpenLoop {
  loop: CompiledLoop;
  /** Occurrences of each child, by edge index. */
  counts: Uint32Array;
  /** Indexes of the children with a count, because most children of a loop are absent. */
  private counted: Uint32Array;
  private countedSize = 0;
  position = 0;
  /** Index of the first required child that was not passed yet. */
  nextRequired = 0;
  claim = '';
  unit = '';
  /** Missing children, with the position at which they were expected. Reported when the loop is left. */
  missing: MissingChild[] = [];
  /** Children that may still follow, with the position of another child that came first. */
  expected: MissingChild[] = [];

  /** Segments in this loop that belong to another loop and were left out. */
  strays: CompiledSegment[] = [];

  constructor(loop: CompiledLoop) {
    this.loop = loop;
    this.counts = new Uint32Array(loop.edges.length);
    this.counted = new Uint32Array(loop.edges.length);
  }

  /** Counts the opener as present. A missing opener was reported when the loop was inferred. */
  reset(loop: CompiledLoop): void {
    this.loop = loop;
    this.position = 0;
    this.nextRequired = 0;
    this.claim = '';
    this.unit = '';
    if (this.missing.length > 0) this.missing = [];
    if (this.expected.length > 0) this.expected = [];
    if (this.strays.length > 0) this.strays = [];
    const { counts, counted, countedSize } = this;
    for (let i = 0; i < countedSize; i++) counts[counted[i] ?? 0] = 0;
    this.countedSize = 0;
    const size = loop.edges.length;
    if (size > counts.length) {
      this.counts = new Uint32Array(size);
      this.counted = new Uint32Array(size);
    }
    this.count(0);
  }

  /** Counts one more occurrence of a child. Returns its number of occurrences. */
  count(edge: number): number {
    const { counts } = this;
    const count = (counts[edge] ?? 0) + 1;
    counts[edge] = count;
    if (count === 1) this.counted[this.countedSize++] = edge;
    return count;
  }
}
