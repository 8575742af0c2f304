import type { CompiledLoop, Edge } from './compiled-guide.ts';
import type { Position } from './segment.ts';

export interface MissingChild {
  readonly edge: Edge;
  readonly at: Position;
}

/** An open loop instance: how far its children have come. Reused for the next loop at the same depth. */
export class Frame {
  loop: CompiledLoop;
  /** How often each child was seen, by edge index. */
  readonly counts: number[] = [];
  position = 0;
  /** First of the loop's required children not yet passed. */
  nextRequired = 0;
  claim = '';
  unit = '';
  /** Children found missing, with the place where they were expected; told when the loop is left. */
  missing: MissingChild[] = [];
  /** Children that were expected where another of their position stands; they may still come. */
  expected: MissingChild[] = [];

  constructor(loop: CompiledLoop) {
    this.loop = loop;
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
    const { counts } = this;
    const size = loop.edges.length;
    for (let i = 0; i < size; i++) counts[i] = 0;
    counts[0] = 1;
  }
}
