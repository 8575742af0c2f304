import type { CompiledGuide, Edge } from './compiled-guide.ts';
import type { SetConsumer } from './consumer.ts';
import type { Frame } from './frame.ts';
import { LoopStack, type MatchListener } from './loop-stack.ts';
import { Recovery } from './recovery.ts';
import type { SegmentCursor } from './segment-cursor.ts';
import { isKnownSegmentId } from './segment-ids.ts';

/**
 * Walks a guide along the segments of one set. A segment is looked for in the innermost open loop and then outwards,
 * always forward of what was matched last; that is one array lookup for each open loop. Where nothing fits, Recovery
 * finds the likeliest place, so that one bad segment does not hide what comes after it.
 */
export class Matcher {
  private readonly guide: CompiledGuide;
  private readonly listener: MatchListener;
  private readonly stack: LoopStack;
  private readonly recovery: Recovery;
  /** Segment ids of a loop that could not be told: they are left out until another segment comes. */
  private swallowed: ReadonlySet<number> | undefined;

  constructor(guide: CompiledGuide, consumer: SetConsumer, listener: MatchListener, frames: Frame[]) {
    this.guide = guide;
    this.listener = listener;
    this.stack = new LoopStack(guide.root, consumer, listener, frames);
    this.recovery = new Recovery(guide, this.stack, listener);
  }

  begin(st: SegmentCursor): void {
    this.stack.push(this.guide.root, undefined);
    const node = this.guide.root.edges[0]?.segment;
    if (node !== undefined) this.listener.matched(node, st);
  }

  segment(segment: SegmentCursor): void {
    const id = this.guide.idNumbers.get(segment.packedId);
    if (this.swallowed !== undefined) {
      if (this.swallowed.has(id)) return;
      this.swallowed = undefined;
    }
    if (id >= 0) this.place(id, segment);
    else this.stack.leaveOut(isKnownSegmentId(segment.id) ? '6' : '1', segment);
  }

  /** SE was read: what is still missing is missing. */
  end(se: SegmentCursor): void {
    while (this.stack.depth >= 0) this.stack.pop(se);
  }

  /** The set broke off. */
  abandon(): void {
    this.stack.abandon();
  }

  /** How many loops are open. */
  get openLoops(): number {
    return this.stack.depth + 1;
  }

  /** Number of the claim that the last segment belongs to, as the guide's claimNumber says; else empty. */
  get claimNumber(): string {
    return this.nearest((frame) => frame.claim);
  }

  get businessUnit(): string {
    return this.nearest((frame) => frame.unit);
  }

  private nearest(value: (frame: Frame) => string): string {
    for (let d = this.stack.depth; d >= 0; d--) {
      const found = value(this.stack.frame(d));
      if (found !== '') return found;
    }
    return '';
  }

  private place(id: number, segment: SegmentCursor): void {
    const { stack } = this;
    let surplus: Edge | undefined;
    let surplusDepth = 0;
    for (let d = stack.depth; d >= 0; d--) {
      const frame = stack.frame(d);
      const candidates = frame.loop.candidates[id];
      if (candidates === undefined) continue;
      const edges = candidates.likely(segment);
      for (let i = 0; i < edges.length; i++) {
        const edge = edges[i];
        if (edge === undefined || edge.position < frame.position) continue;
        if (!edge.segment.matches(segment, candidates.decided)) continue;
        if ((frame.counts[edge.index] ?? 0) < edge.max) {
          stack.accept(d, edge, segment);
          return;
        }
        if (surplus !== undefined) continue;
        surplus = edge;
        surplusDepth = d;
      }
    }
    if (surplus !== undefined) stack.accept(surplusDepth, surplus, segment);
    else this.swallowed = this.recovery.recover(id, segment);
  }
}
