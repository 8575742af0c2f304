import type { CompiledGuide, CompiledSegment, Edge } from '../guide/compiled-guide.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import type { LoopStack, MatchListener } from './loop-stack.ts';
import type { MisplacedOpener } from './misplaced-opener.ts';
import type { FollowingSegment, OpenerInference } from './opener-inference.ts';
import type { Candidate, PlaceFinder } from './place-finder.ts';

/** `taken` if the next segment was taken too; a set holds the ids of segments to be left out next. */
export type RecoveryOutcome = 'taken' | ReadonlySet<number> | undefined;

/**
 * Finds the most likely place of a segment that fits nowhere after the last match, and reports the fault. The next
 * segment helps to decide. The places in order:
 *
 * 1. earlier in the innermost loop (wrong sequence)
 * 2. in the loop that the next segment opens
 * 3. in a loop without its opener, if the next segment fits there and nowhere else
 * 4. earlier in an outer loop
 * 5. a loop that should have come earlier
 * 6. a place that differs only in its qualifier
 *
 * A segment without any of these places is left out.
 */
export class SegmentRecovery {
  private readonly guide: CompiledGuide;
  private readonly stack: LoopStack;
  private readonly places: PlaceFinder;
  private readonly misplaced: MisplacedOpener;
  private readonly missing: OpenerInference;
  private readonly listener: MatchListener;

  constructor(
    guide: CompiledGuide,
    stack: LoopStack,
    places: PlaceFinder,
    misplaced: MisplacedOpener,
    missing: OpenerInference,
    listener: MatchListener,
  ) {
    this.guide = guide;
    this.stack = stack;
    this.places = places;
    this.misplaced = misplaced;
    this.missing = missing;
    this.listener = listener;
  }

  /** Takes or reports the segment; `next` is undefined at the end of the set. */
  recover(id: number, segment: SegmentCursor, next: FollowingSegment | undefined): RecoveryOutcome {
    const slot = this.earlier(id, segment);
    const isFree = slot !== undefined && this.isFree(slot);
    if (isFree && slot.depth === this.stack.depth) {
      this.takeEarlier(slot, segment);
      return undefined;
    }
    const place = next && this.places.findAhead(next.id, next.segment);
    if (next && place && this.inLoopOf(place, id, segment, next)) return 'taken';
    if (next && this.missing.open(id, segment, next, place)) return undefined;
    if (isFree && (this.guide.isStrong(slot.edge, id) || slot.edge.required)) {
      this.takeEarlier(slot, segment);
      return undefined;
    }
    const loop = this.earlierLoop(id, segment);
    if (loop !== undefined) return this.takeEarlierLoop(loop, segment, place === undefined);
    if (slot !== undefined && this.guide.isStrong(slot.edge, id)) {
      this.leaveOutSurplus(slot, segment);
      return undefined;
    }
    return this.leaveOut(id, segment);
  }

  /** Reports a surplus segment. If every claim has one, it may belong to a claim without an opener. */
  private leaveOutSurplus({ depth, edge }: Candidate, segment: SegmentCursor): void {
    const { loop } = this.stack.loopAt(depth);
    this.stack.report('5', edge, loop, segment.position());
    if (loop.opensClaim && edge.required) this.missing.keepSurplus(edge, segment);
  }

  /** Finds the place of a plain segment before the last match, preferably a free one. */
  private earlier(id: number, segment: SegmentCursor): Candidate | undefined {
    let taken: Candidate | undefined;
    for (let depth = this.stack.depth; depth >= 0; depth--) {
      for (const edge of this.stack.loopAt(depth).loop.edgesWithId(id)) {
        if (edge.loop !== undefined || !edge.segment.matches(segment)) continue;
        const place = { depth, edge };
        if (this.isFree(place)) return place;
        taken ??= place;
      }
    }
    return taken;
  }

  private isFree({ depth, edge }: Candidate): boolean {
    return (this.stack.loopAt(depth).counts[edge.index] ?? 0) < edge.max;
  }

  /** Moves the loop back to this place, so that segments which follow it in the guide stay in their places. */
  private takeEarlier({ depth, edge }: Candidate, segment: SegmentCursor): void {
    this.stack.takeOutOfPlace(depth, edge, segment);
    const frame = this.stack.loopAt(depth);
    frame.position = Math.min(frame.position, edge.position);
  }

  /** Swaps two segments in the wrong order: this one belongs to the start of the loop that the next one opens. */
  private inLoopOf(place: Candidate, id: number, segment: SegmentCursor, next: FollowingSegment): boolean {
    const { loop } = place.edge;
    const inner = loop && this.places.findChild(loop, 0, id, segment);
    if (inner === undefined || inner.requiredBefore > 0) return false;
    this.stack.reportMisplaced('7', inner.segment, segment);
    this.stack.accept(place.depth, place.edge, next.segment);
    this.stack.accept(this.stack.depth, inner, segment);
    return true;
  }

  private earlierLoop(id: number, segment: SegmentCursor): Candidate | undefined {
    for (let depth = this.stack.depth; depth >= 0; depth--) {
      for (const edge of this.stack.loopAt(depth).loop.edgesWithId(id)) {
        if (edge.loop !== undefined && edge.segment.matches(segment)) return { depth, edge };
      }
    }
    return undefined;
  }

  /** Does not open a loop that is complete, because its data would replace the earlier data. */
  private takeEarlierLoop(place: Candidate, segment: SegmentCursor, isFollowed: boolean): RecoveryOutcome {
    const { depth, edge } = place;
    const { loop } = edge;
    const frame = this.stack.loopAt(depth);
    if (loop === undefined) return undefined;
    this.stack.reportMisplaced('7', edge.segment, segment);
    if (!this.isFree(place)) return isFollowed ? plainSegments([edge]) : undefined;
    this.stack.count(frame, edge, segment);
    frame.position = Math.min(frame.position, edge.position);
    this.stack.pushOutOfPlace(depth, loop, segment);
    this.stack.deliver(edge.segment, segment);
    return undefined;
  }

  private leaveOut(id: number, segment: SegmentCursor): ReadonlySet<number> | undefined {
    const home = this.homeOf(segment);
    if (home === undefined) return this.withWrongQualifier(id, segment);
    this.misplaced.report('2', id, home, segment);
    return undefined;
  }

  /** Finds the one segment of the guide that matches, in any loop. */
  private homeOf(segment: SegmentCursor): CompiledSegment | undefined {
    const homes = [...this.guide.segments.values()].filter(
      (node) => node.packedId === segment.packedId && node.matches(segment),
    );
    return homes.length === 1 ? homes[0] : undefined;
  }

  private withWrongQualifier(id: number, segment: SegmentCursor): ReadonlySet<number> | undefined {
    for (let d = this.stack.depth; d >= 0; d--) {
      const frame = this.stack.loopAt(d);
      const all = frame.loop.edgesWithId(id);
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
    this.stack.reportLeftOut('2', segment);
    return undefined;
  }
}

/** Returns the plain segments of the loops that the qualifier might mean. */
function plainSegments(edges: readonly Edge[]): ReadonlySet<number> | undefined {
  const loops = edges.flatMap((edge) => edge.loop ?? []);
  const inner = loops.flatMap((loop) => loop.edges.slice(1).filter((edge) => edge.loop === undefined));
  return inner.length > 0 ? new Set(inner.map((edge) => edge.idNumber)) : undefined;
}
