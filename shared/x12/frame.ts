import type { CompiledLoop } from './compile.ts';

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
    const { counts } = this;
    const size = loop.edges.length;
    for (let i = 0; i < size; i++) counts[i] = 0;
    counts[0] = 1;
  }
}
