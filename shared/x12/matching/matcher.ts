import type { SetConsumer } from '../engine/consumer.ts';
import type { CompiledGuide, Edge } from '../guide/compiled-guide.ts';
import { isKnownSegmentId } from '../reader/segment-bytes.ts';
import { SegmentCursor } from '../reader/segment-cursor.ts';
import { LoopStack, type MatchListener } from './loop-stack.ts';
import { MisplacedOpener } from './misplaced-opener.ts';
import type { OpenLoop } from './open-loop.ts';
import { type FollowingSegment, OpenerInference } from './opener-inference.ts';
import { PlaceFinder } from './place-finder.ts';
import { SegmentRecovery } from './segment-recovery.ts';

/** Buffers that the matchers of one file reuse, because a file has up to a hundred thousand sets. */
export class MatcherBuffers {
  readonly frames: OpenLoop[] = [];
  readonly waiting = new SegmentCursor();
  readonly doubted = new SegmentCursor();
  readonly misplaced = new SegmentCursor();
}

/**
 * Matches the segments of one set to a guide. Looks for the place of a segment in the innermost open loop first and then
 * outwards, always after the last match. That is one array lookup for each open loop.
 *
 * A segment that opens a loop waits for the next segment, because an opener without its content is out of place. A
 * segment without a place waits too. SegmentRecovery then finds its most likely place, so that one bad segment does not
 * hide the segments after it.
 */
export class Matcher {
  private readonly guide: CompiledGuide;
  private readonly listener: MatchListener;
  private readonly stack: LoopStack;
  private readonly places: PlaceFinder;
  private readonly recovery: SegmentRecovery;
  private readonly misplaced: MisplacedOpener;
  private readonly missing: OpenerInference;
  private readonly waiting: WaitingSegment;
  /** The opener before the waiting one. Only one of the two is in its place. */
  private readonly doubted: WaitingSegment;
  /** Segment ids of an unidentified loop. They are left out until another segment follows. */
  private skippedIds: ReadonlySet<number> | undefined;

  constructor(guide: CompiledGuide, consumer: SetConsumer, listener: MatchListener, memory: MatcherBuffers) {
    this.guide = guide;
    this.listener = listener;
    this.stack = new LoopStack(guide.root, consumer, listener, memory.frames);
    this.places = new PlaceFinder(this.stack);
    this.misplaced = new MisplacedOpener(guide, this.stack, this.places, memory.misplaced);
    this.missing = new OpenerInference(guide, this.stack, this.places, this.misplaced);
    this.recovery = new SegmentRecovery(
      guide,
      this.stack,
      this.places,
      this.misplaced,
      this.missing,
      listener,
    );
    this.waiting = new WaitingSegment(memory.waiting);
    this.doubted = new WaitingSegment(memory.doubted);
  }

  begin(st: SegmentCursor): void {
    this.stack.push(this.guide.root, undefined);
    const node = this.guide.root.edges[0]?.segment;
    if (node !== undefined) this.listener.matched(node, st);
  }

  segment(segment: SegmentCursor): void {
    const id = this.guide.idNumbers.get(segment.packedId);
    if (id >= 0 && this.waiting.id >= 0) {
      if (this.followsWell(id, segment) || this.settle({ id, segment })) return;
    }
    if (this.skippedIds !== undefined) {
      if (this.skippedIds.has(id)) return;
      this.skippedIds = undefined;
    }
    if (id >= 0) this.place(id, segment);
    else this.leaveOut(segment);
  }

  /** An unknown segment does not confirm the opener before it. That opener is taken if nothing before it is missing. */
  private leaveOut(segment: SegmentCursor): void {
    const { waiting, doubted, places } = this;
    const { id, depth, edge } = waiting;
    if (id >= 0 && edge !== undefined && doubted.id < 0 && places.missingBefore(depth, edge) === 0) {
      waiting.id = -1;
      this.take(depth, edge, waiting.segment);
    }
    this.stack.reportLeftOut(isKnownSegmentId(segment.id) ? '6' : '1', segment);
  }

  /** Ends the set at SE, and reports what is missing. */
  end(se: SegmentCursor): void {
    if (this.waiting.id >= 0) this.settle(undefined);
    this.misplaced.resolve();
    while (this.stack.depth >= 0) this.stack.pop(se);
  }

  /** Ends a truncated set. Takes the waiting segments where they fit, because no other segment can confirm them. */
  abandon(): void {
    for (const { id, depth, edge, segment } of [this.doubted, this.waiting]) {
      if (id >= 0 && edge === undefined) this.recovery.recover(id, segment, undefined);
      else if (id >= 0 && edge !== undefined && depth <= this.stack.depth) this.take(depth, edge, segment);
    }
    this.stack.abandon();
  }

  windowMoves(): void {
    for (const { id, segment } of [this.waiting, this.doubted]) if (id >= 0) segment.detach();
  }

  /** Number of open loops. */
  get openLoops(): number {
    return this.stack.depth + 1;
  }

  /** Patient control number of the last segment's claim, as the guide's claimNumber defines it; empty outside a claim. */
  get claimNumber(): string {
    return this.nearest((frame) => frame.claim);
  }

  get businessUnit(): string {
    return this.nearest((frame) => frame.unit);
  }

  private nearest(value: (frame: OpenLoop) => string): string {
    for (let d = this.stack.depth; d >= 0; d--) {
      const found = value(this.stack.loopAt(d));
      if (found !== '') return found;
    }
    return '';
  }

  private place(id: number, segment: SegmentCursor): void {
    const { stack } = this;
    let surplus: Edge | undefined;
    let surplusDepth = 0;
    for (let d = stack.depth; d >= 0; d--) {
      const frame = stack.loopAt(d);
      const candidates = frame.loop.candidates[id];
      if (candidates === undefined) continue;
      const edges = candidates.likely(segment);
      for (let i = 0; i < edges.length; i++) {
        const edge = edges[i];
        if (edge === undefined || edge.position < frame.position) continue;
        if (!candidates.confirm(edge, segment)) continue;
        if ((frame.counts[edge.index] ?? 0) < edge.max) {
          if (edge.loop === undefined && d === stack.depth) stack.accept(d, edge, segment);
          else this.waiting.take(id, segment, d, edge);
          return;
        }
        if (surplus !== undefined) continue;
        surplus = edge;
        surplusDepth = d;
      }
    }
    if (this.misplaced.opensFor(id, segment)) this.place(id, segment);
    else if (surplus !== undefined) stack.accept(surplusDepth, surplus, segment);
    else this.waiting.take(id, segment, 0, undefined);
  }

  private take(depth: number, edge: Edge, segment: SegmentCursor): void {
    if (edge.loop !== undefined) this.misplaced.beforeLoopOpens(depth, edge);
    this.missing.beforeLinesRestart(depth, edge, segment);
    this.stack.accept(depth, edge, segment);
  }

  /** The usual case, at the cost of one lookup: nothing is missing before the opener, and its first child follows. */
  private followsWell(id: number, segment: SegmentCursor): boolean {
    const { waiting } = this;
    const { depth, edge } = waiting;
    const candidates = edge?.loop?.candidates[id];
    if (edge === undefined || candidates === undefined || this.doubted.id >= 0) return false;
    const edges = candidates.likely(segment);
    for (let i = 0; i < edges.length; i++) {
      const inner = edges[i];
      if (inner === undefined || !candidates.confirm(inner, segment)) continue;
      if (inner.requiredBefore > 0 || this.misplaced.isAwaited(edge)) return false;
      // A party after an incomplete party is still in its place.
      if (edge.max > 1 && this.places.missingBefore(depth, edge) > 0) return false;
      waiting.id = -1;
      this.take(depth, edge, waiting.segment);
      if (inner.loop === undefined) this.stack.accept(this.stack.depth, inner, segment);
      else waiting.take(id, segment, this.stack.depth, inner);
      return true;
    }
    return false;
  }

  /** Places the waiting segment. Returns true if the next segment was taken with it. */
  private settle(next: FollowingSegment | undefined): boolean {
    const { waiting, doubted } = this;
    const { id, depth, edge, segment } = waiting;
    waiting.id = -1;
    if (edge === undefined) {
      const recovered = this.recovery.recover(id, segment, next);
      if (recovered === 'taken') return true;
      this.skippedIds = recovered;
      return false;
    }
    if (doubted.id >= 0 && this.settleDoubt(edge, depth, next)) {
      this.misplaced.report('7', id, edge.segment, segment);
      return false;
    }
    if (this.isInPlace(depth, edge, next)) this.take(depth, edge, segment);
    else if (edge.loop === undefined) this.stack.takeOutOfPlace(depth, edge, segment);
    else if (next !== undefined && this.isOpener(next)) doubted.take(id, segment, depth, edge);
    else this.misplaced.report('7', id, edge.segment, segment);
    return false;
  }

  /** Decides which of two openers is out of place. Returns true for the second. */
  private settleDoubt(second: Edge, depthOfSecond: number, next: FollowingSegment | undefined): boolean {
    const { id, depth, edge, segment } = this.doubted;
    this.doubted.id = -1;
    if (edge?.loop === undefined) return false;
    const isFirst =
      next !== undefined &&
      this.places.missingAfter(depthOfSecond, second, next.id, next.segment) === undefined &&
      this.places.findChild(edge.loop, 0, next.id, next.segment) !== undefined;
    if (isFirst) this.take(depth, edge, segment);
    else this.misplaced.report('7', id, edge.segment, segment);
    return isFirst;
  }

  /** True when the next segment opens a loop and therefore waits too. */
  private isOpener({ id, segment }: FollowingSegment): boolean {
    return this.places.findAhead(id, segment)?.edge.loop !== undefined;
  }

  /** True when the next segment fits better with this segment in its place than without it. */
  private isInPlace(depth: number, edge: Edge, next: FollowingSegment | undefined): boolean {
    const { places } = this;
    if (next === undefined) return !edge.loop?.needsMore || edge.loop.opensClaim;
    const after = places.missingAfter(depth, edge, next.id, next.segment);
    const before = places.missingBefore(depth, edge);
    const least = this.misplaced.isAwaited(edge) ? 1 : 0;
    if (after !== undefined && before + after === 0 && least === 0) return true;
    const without = places.findAhead(next.id, next.segment);
    if (without === undefined) return true;
    if (after === undefined) return false;
    // A party with only a name is incomplete, not misplaced.
    const standsAlone = edge.max === 1 || places.isDue(depth, edge);
    if (before === 0 && without.edge !== edge && standsAlone) return true;
    return 1 + places.missingBefore(without.depth, without.edge) - before - after >= 2 * least;
  }
}

/** A segment that is not placed yet, with its possible place. */
class WaitingSegment {
  /** -1 if no segment waits. */
  id = -1;
  depth = 0;
  edge: Edge | undefined;
  readonly segment: SegmentCursor;

  constructor(segment: SegmentCursor) {
    this.segment = segment;
  }

  /** The segment moves here; nothing else may read it afterwards. */
  take(id: number, segment: SegmentCursor, depth: number, edge: Edge | undefined): void {
    this.segment.takeOver(segment);
    this.id = id;
    this.depth = depth;
    this.edge = edge;
  }
}
