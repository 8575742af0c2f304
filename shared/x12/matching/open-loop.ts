import type { CompiledLoop, CompiledSegment, Edge } from '../guide/compiled-guide.ts';
import type { Position } from '../reader/segment.ts';

export interface MissingChild {
  readonly edge: Edge;
  readonly at: Position;
}

/** An open loop instance: how far its children have come. Reused for the next loop at the same depth. */
export class OpenLoop {
  loop: CompiledLoop;
  /** How often each child was seen, by edge index. */
  counts: Uint32Array;
  position = 0;
  /** First of the loop's required children not yet passed. */
  nextRequired = 0;
  claim = '';
  unit = '';
  /** Children found missing, with the place where they were expected; told when the loop is left. */
  missing: MissingChild[] = [];
  /** Children that were expected where another of their position stands; they may still come. */
  expected: MissingChild[] = [];

  /** Segments that were found in this loop and left out, because they belong to another. */
  strays: CompiledSegment[] = [];

  constructor(loop: CompiledLoop) {
    this.loop = loop;
    this.counts = new Uint32Array(loop.edges.length);
  }

  /** The trigger counts as seen: where it is missing, that was said when the loop was inferred. */
  reset(loop: CompiledLoop): void {
    this.loop = loop;
    this.position = 0;
    this.nextRequired = 0;
    this.claim = '';
    this.unit = '';
    if (this.missing.length > 0) this.missing = [];
    if (this.expected.length > 0) this.expected = [];
    if (this.strays.length > 0) this.strays = [];
    const size = loop.edges.length;
    if (size > this.counts.length) this.counts = new Uint32Array(size);
    else this.counts.fill(0, 0, size);
    this.counts[0] = 1;
  }
}
