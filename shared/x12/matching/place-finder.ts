import type { CompiledLoop, Edge } from '../guide/compiled-guide.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import { withoutLimit } from '../values/without-limit.ts';
import type { LoopStack } from './loop-stack.ts';
import type { OpenLoop } from './open-loop.ts';

/** A possible place of a segment: a child of the open loop at `depth`. */
export interface Candidate {
  readonly depth: number;
  readonly edge: Edge;
}

/** Finds places of a segment and counts what would then be missing. Changes no state. */
export class PlaceFinder {
  private readonly stack: LoopStack;

  constructor(stack: LoopStack) {
    this.stack = stack;
  }

  /** Finds the innermost place after the last match. */
  findAhead(id: number, segment: SegmentCursor): Candidate | undefined {
    return this.search(this.stack.depth, id, segment);
  }

  private search(from: number, id: number, segment: SegmentCursor): Candidate | undefined {
    for (let depth = from; depth >= 0; depth--) {
      const frame = this.stack.loopAt(depth);
      const candidates = frame.loop.candidates[id];
      if (candidates === undefined) continue;
      const edges = candidates.likely(segment);
      for (let i = 0; i < edges.length; i++) {
        const edge = edges[i];
        if (edge === undefined || edge.position < frame.position) continue;
        if (!candidates.confirm(edge, segment)) continue;
        if ((frame.counts[edge.index] ?? 0) < edge.max) return { depth, edge };
      }
    }
    return undefined;
  }

  /** Finds the segment's place among the children of a newly opened loop, from a position on. */
  findChild(loop: CompiledLoop, from: number, id: number, segment: SegmentCursor): Edge | undefined {
    const candidates = loop.candidates[id];
    if (candidates === undefined) return undefined;
    const edges = candidates.likely(segment);
    for (let i = 0; i < edges.length; i++) {
      const edge = edges[i];
      if (edge === undefined || edge.position < from) continue;
      if (candidates.confirm(edge, segment)) return edge;
    }
    return undefined;
  }

  /** True when the child is required and absent. */
  isDue(depth: number, edge: Edge): boolean {
    return edge.required && this.stack.loopAt(depth).counts[edge.index] === 0;
  }

  /** Counts the required children that would be missing if this place were taken. */
  missingBefore(depth: number, edge: Edge): number {
    let missing = 0;
    for (let d = this.stack.depth; d > depth; d--) {
      missing += unmet(this.stack.loopAt(d), withoutLimit);
    }
    return missing + unmet(this.stack.loopAt(depth), edge.position);
  }

  /**
   * Counts the required children that would be missing if the loop at `opener` opened and this segment came next.
   * Undefined if the segment would then have no place.
   */
  missingAfter(depth: number, opener: Edge, id: number, segment: SegmentCursor): number | undefined {
    const { loop } = opener;
    if (loop !== undefined) {
      const inner = this.findChild(loop, 0, id, segment);
      if (inner !== undefined) return inner.requiredBefore;
    }
    const all = loop?.needsMore ?? 0;
    const frame = this.stack.loopAt(depth);
    const sibling = this.findChild(frame.loop, opener.position, id, segment);
    if (sibling !== undefined) {
      const count = (frame.counts[sibling.index] ?? 0) + (sibling === opener ? 1 : 0);
      if (count < sibling.max) return all + unmetBetween(frame, opener, sibling.position);
      // A surplus opener is reported as such.
      if (sibling === opener) return all + 1;
    }
    const outer = depth > 0 ? this.search(depth - 1, id, segment) : undefined;
    if (outer === undefined) return undefined;
    let missing = all + unmetBetween(frame, opener, withoutLimit);
    for (let d = depth - 1; d > outer.depth; d--) {
      missing += unmet(this.stack.loopAt(d), withoutLimit);
    }
    return missing + unmet(this.stack.loopAt(outer.depth), outer.edge.position);
  }
}

/** Counts the absent required children of an open loop that were not passed yet and come before `position`. */
function unmet(frame: OpenLoop, position: number): number {
  const { required } = frame.loop;
  let count = 0;
  for (let i = frame.nextRequired; i < required.length; i++) {
    const edge = required[i];
    if (edge === undefined || edge.position >= position) break;
    if ((frame.counts[edge.index] ?? 0) === 0) count++;
  }
  return count;
}

/** Counts the absent required children between `taken`, which counts as present, and `position`. */
function unmetBetween(frame: OpenLoop, taken: Edge, position: number): number {
  let count = 0;
  for (const edge of frame.loop.required) {
    if (edge === taken || edge.position < taken.position || edge.position >= position) continue;
    if ((frame.counts[edge.index] ?? 0) === 0) count++;
  }
  return count;
}
