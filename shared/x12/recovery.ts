import type { CompiledGuide, CompiledLoop, Edge } from './compiled-guide.ts';
import type { Frame } from './frame.ts';
import type { LoopStack, MatchListener } from './loop-stack.ts';
import type { SegmentCursor } from './segment-cursor.ts';

/** So many levels below an open loop a missing trigger is looked for. */
const searchedLevels = 3;

/**
 * Finds the likeliest place of a segment that fits nowhere forward of the last match, in this order: earlier in the
 * innermost loop (wrong sequence); in a loop further on whose trigger is missing; earlier in an outer loop; a loop
 * that should have come earlier; a place that fits but for its qualifier. Says what was wrong and goes on from there;
 * a segment without any such place is unexpected and left out.
 */
export class Recovery {
  private readonly guide: CompiledGuide;
  private readonly stack: LoopStack;
  private readonly listener: MatchListener;

  constructor(guide: CompiledGuide, stack: LoopStack, listener: MatchListener) {
    this.guide = guide;
    this.stack = stack;
    this.listener = listener;
  }

  /**
   * Takes the segment in or reports it. Returns the ids of plain segments that are to be left out until another one
   * comes, when a loop could not be told by its trigger.
   */
  recover(id: number, segment: SegmentCursor): ReadonlySet<number> | undefined {
    const isPlaced =
      this.earlierIn(this.stack.depth, id, segment) ||
      this.inLoopWithoutTrigger(id, segment) ||
      this.earlierFurtherOut(id, segment) ||
      this.earlierLoop(id, segment);
    return isPlaced ? undefined : this.withWrongQualifier(id, segment);
  }

  private earlierIn(depth: number, id: number, segment: SegmentCursor): boolean {
    const frame = this.stack.frame(depth);
    for (const edge of frame.loop.edgesOf(id)) {
      if (edge.loop !== undefined || !edge.segment.matches(segment)) continue;
      this.outOfOrder(frame, edge, segment);
      this.stack.deliver(edge.segment, segment);
      return true;
    }
    return false;
  }

  private outOfOrder(frame: Frame, edge: Edge, segment: SegmentCursor): void {
    frame.missing = frame.missing.filter((missing) => missing.edge !== edge);
    this.stack.tell('7', edge, frame.loop, segment.position());
    this.stack.count(frame, edge, segment);
  }

  private earlierFurtherOut(id: number, segment: SegmentCursor): boolean {
    for (let d = this.stack.depth - 1; d >= 0; d--) {
      const edges = this.stack.frame(d).loop.edgesOf(id);
      if (edges.some((edge) => this.isStrong(edge, id)) && this.earlierIn(d, id, segment)) return true;
    }
    return false;
  }

  /** A segment tells its place by itself when it has trigger values, or occurs in one loop only. */
  private isStrong(edge: Edge, id: number): boolean {
    return edge.segment.conditions.length > 0 || this.guide.homes[id] === 1;
  }

  private inLoopWithoutTrigger(id: number, segment: SegmentCursor): boolean {
    const { stack } = this;
    for (let d = stack.depth; d >= 0; d--) {
      const frame = stack.frame(d);
      const path = this.pathTo(id, segment, frame, frame.loop, searchedLevels);
      const last = path?.pop();
      if (path === undefined || last === undefined) continue;
      while (stack.depth > d) stack.pop(segment);
      for (const edge of path) {
        const around = stack.innermost;
        if (edge.position > around.position) stack.advance(around, edge.position, segment);
        stack.count(around, edge, segment);
        if (edge.loop === undefined) break;
        stack.tell('3', edge, edge.loop, segment.position());
        stack.push(edge.loop, segment);
      }
      stack.accept(stack.depth, last, segment);
      return true;
    }
    return false;
  }

  /**
   * Child loops, not yet passed, that lead to the segment: any for the trigger of a loop and for a segment that has
   * one home; for others only a child loop that is required and was not seen.
   */
  private pathTo(
    id: number,
    segment: SegmentCursor,
    frame: Frame | undefined,
    loop: CompiledLoop,
    levels: number,
  ): Edge[] | undefined {
    for (const edge of loop.edges) {
      if (edge.loop === undefined || edge.notUsed) continue;
      if (frame !== undefined && edge.position < frame.position) continue;
      const isMissing = frame !== undefined && edge.required && (frame.counts[edge.index] ?? 0) === 0;
      for (const inner of edge.loop.edgesOf(id)) {
        const tells = inner.loop !== undefined ? this.isStrong(inner, id) : this.guide.homes[id] === 1;
        if ((isMissing || tells) && inner.segment.matches(segment)) return [edge, inner];
      }
      const deeper = levels > 1 ? this.pathTo(id, segment, undefined, edge.loop, levels - 1) : undefined;
      if (deeper !== undefined) return [edge, ...deeper];
    }
    return undefined;
  }

  private earlierLoop(id: number, segment: SegmentCursor): boolean {
    for (let d = this.stack.depth; d >= 0; d--) {
      const frame = this.stack.frame(d);
      for (const edge of frame.loop.edgesOf(id)) {
        if (edge.loop === undefined || !edge.segment.matches(segment)) continue;
        this.outOfOrder(frame, edge, segment);
        this.stack.pushOutOfPlace(d, edge.loop, segment);
        this.stack.deliver(edge.segment, segment);
        return true;
      }
    }
    return false;
  }

  private withWrongQualifier(id: number, segment: SegmentCursor): ReadonlySet<number> | undefined {
    for (let d = this.stack.depth; d >= 0; d--) {
      const frame = this.stack.frame(d);
      const all = frame.loop.edgesOf(id);
      const forward = all.filter((edge) => edge.position >= frame.position);
      const likely = forward.length > 0 ? forward : all;
      const [edge] = likely;
      const condition = edge?.segment.conditions[0];
      if (edge === undefined || condition === undefined) continue;
      if (likely.length === 1 && edge.loop === undefined) {
        this.stack.accept(d, edge, segment);
        return undefined;
      }
      this.listener.qualifier(edge.segment, condition, frame.loop.strayEdit(segment), segment);
      return plainSegments(likely);
    }
    this.stack.leaveOut('2', segment);
    return undefined;
  }
}

/** The plain segments of the loops that a qualifier might have meant. */
function plainSegments(edges: readonly Edge[]): ReadonlySet<number> | undefined {
  const loops = edges.flatMap((edge) => edge.loop ?? []);
  const inner = loops.flatMap((loop) => loop.edges.slice(1).filter((edge) => edge.loop === undefined));
  return inner.length > 0 ? new Set(inner.map((edge) => edge.idNumber)) : undefined;
}
