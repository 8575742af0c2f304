import type { CompiledGuide, CompiledLoop, Edge } from '../guide/compiled-guide.ts';
import { pack } from '../reader/segment.ts';
import { SegmentCursor } from '../reader/segment-cursor.ts';
import type { LoopStack } from './loop-stack.ts';
import type { MisplacedOpener } from './misplaced-opener.ts';
import type { Candidate, PlaceFinder } from './place-finder.ts';

/** Levels below an open loop in which a missing opener is searched. */
const searchedLevels = 3;
/** Maximum missing segments for which a loop is inferred. */
const maxMissingOutsideClaims = 3;
const lx = pack('LX');

/** The segment after the one to be placed. */
export interface FollowingSegment {
  readonly id: number;
  readonly segment: SegmentCursor;
}

/**
 * Opens loops whose opener is missing. The loops must lead to a segment without a place, and the next segment must fit
 * there and nowhere else.
 */
export class OpenerInference {
  private readonly guide: CompiledGuide;
  private readonly stack: LoopStack;
  private readonly places: PlaceFinder;
  private readonly misplaced: MisplacedOpener;
  /** A surplus segment of the open claim, of a kind that every claim has. It may belong to the next claim. */
  private ofNextClaim: { readonly edge: Edge; readonly segment: SegmentCursor } | undefined;

  constructor(guide: CompiledGuide, stack: LoopStack, places: PlaceFinder, misplaced: MisplacedOpener) {
    this.guide = guide;
    this.stack = stack;
    this.places = places;
    this.misplaced = misplaced;
  }

  /** Takes the segment into inferred loops; false if the next segment does not confirm them. */
  open(
    id: number,
    segment: SegmentCursor,
    next: FollowingSegment,
    placeOfNext: Candidate | undefined,
  ): boolean {
    const canBeConfirmed = placeOfNext === undefined || restartsLines(next.segment);
    let best: { readonly depth: number; readonly path: readonly Edge[] } | undefined;
    let least = Number.MAX_SAFE_INTEGER;
    for (let depth = this.stack.depth; depth >= 0; depth--) {
      const { loop, position } = this.stack.loopAt(depth);
      for (const path of this.pathsTo(id, segment, depth, loop, position, searchedLevels)) {
        const missing = this.missingOn(depth, path);
        if (missing >= least || missing > this.maxMissing(depth, path)) continue;
        if (canBeConfirmed ? !this.isConfirmed(path, next) : !this.isAwaited(depth, path, missing, id))
          continue;
        best = { depth, path };
        least = missing;
      }
    }
    if (best !== undefined) this.openWithoutTriggers(best.depth, best.path, segment);
    return best !== undefined;
  }

  /** True when the path opens a level above the claims that is due and that this segment alone identifies. */
  private isAwaited(depth: number, path: readonly Edge[], missing: number, id: number): boolean {
    const [first] = path;
    const last = path.at(-1);
    if (first === undefined || last === undefined || missing > 1 || this.isOfClaim(depth, path)) return false;
    return this.places.isDue(depth, first) && this.guide.isStrong(last, id);
  }

  /** Counts the openers and other required segments that would be missing in these loops. */
  private missingOn(depth: number, path: readonly Edge[]): number {
    const [first] = path;
    let missing = first === undefined ? 0 : this.places.missingBefore(depth, first);
    path.forEach((edge, i) => {
      const inner = path[i + 1];
      if (edge.loop && inner) missing += 1 + inner.requiredBefore;
    });
    return missing;
  }

  /**
   * Maximum missing segments of inferred loops. Only one inside a claim, because no claim starts on a guess; any number
   * around a claim whose opener is present.
   */
  private maxMissing(depth: number, path: readonly Edge[]): number {
    if (this.isOfClaim(depth, path)) return 1;
    return path.at(-1)?.loop?.opensClaim === true ? Number.MAX_SAFE_INTEGER : maxMissingOutsideClaims;
  }

  private isOfClaim(depth: number, path: readonly Edge[]): boolean {
    for (let d = depth; d >= 0; d--) if (this.stack.loopAt(d).loop.opensClaim) return true;
    return path.some((edge) => edge !== path.at(-1) && edge.loop?.opensClaim === true);
  }

  private openWithoutTriggers(depth: number, path: readonly Edge[], segment: SegmentCursor): void {
    const { stack } = this;
    while (stack.depth > depth) stack.pop(segment);
    for (const edge of path) {
      if (edge === path.at(-1)) stack.accept(stack.depth, edge, segment);
      else if (edge.loop !== undefined) {
        const around = stack.innermost;
        if (edge.position > around.position) stack.advance(around, edge.position, segment);
        stack.count(around, edge, segment);
        if (!stack.wasSeenElsewhere(edge)) stack.report('3', edge, edge.loop, segment.position());
        if (edge.loop.opensClaim) this.misplaced.beginClaim();
        stack.push(edge.loop, segment);
      }
    }
  }

  /**
   * Yields paths of child loops, not yet passed, that lead to the segment. Its place in the last loop must be required or
   * identified by the segment alone, or the loop must be required and absent.
   */
  private *pathsTo(
    id: number,
    segment: SegmentCursor,
    depth: number,
    loop: CompiledLoop,
    from: number,
    levels: number,
  ): Generator<readonly Edge[]> {
    for (const edge of loop.edges) {
      if (edge.loop === undefined || edge.notUsed || edge.position < from) continue;
      const isDue = depth >= 0 && this.places.isDue(depth, edge);
      for (const inner of edge.loop.edgesWithId(id)) {
        const isLikely = inner.required || isDue || this.guide.isStrong(inner, id);
        if (isLikely && inner.segment.matches(segment)) yield [edge, inner];
      }
      if (levels > 1) {
        for (const rest of this.pathsTo(id, segment, -1, edge.loop, 0, levels - 1)) yield [edge, ...rest];
      }
    }
  }

  /** True when the next segment also has a place in the loops of the path, after the inferred one. */
  private isConfirmed(path: readonly Edge[], next: FollowingSegment): boolean {
    const inner = path.at(-1)?.loop;
    if (inner && this.places.findChild(inner, 0, next.id, next.segment)) return true;
    return path.some((edge, i) => {
      const taken = path[i + 1];
      const place =
        taken && edge.loop && this.places.findChild(edge.loop, taken.position, next.id, next.segment);
      return place !== undefined && (place !== taken || place.max > 1);
    });
  }

  /** Keeps a surplus segment of a kind that every claim has. It may belong to a claim without an opener. */
  keepSurplus(edge: Edge, segment: SegmentCursor): void {
    this.ofNextClaim = { edge, segment: new SegmentCursor() };
    this.ofNextClaim.segment.follow(segment);
    this.ofNextClaim.segment.detach();
  }

  /**
   * Before a loop opens in the loop at `depth`: starts a claim without an opener if the lines count from 1 again after a
   * surplus segment.
   */
  beforeLinesRestart(depth: number, { loop: opened }: Edge, opener: SegmentCursor): void {
    const { ofNextClaim, stack } = this;
    if (ofNextClaim === undefined) return;
    if (opened?.opensClaim === true) this.ofNextClaim = undefined;
    const { loop } = stack.loopAt(depth);
    if (!loop.opensClaim || !restartsLines(opener)) return;
    this.ofNextClaim = undefined;
    const { edge, segment } = ofNextClaim;
    const claim = stack.loopAt(depth - 1).loop.edges.find((child) => child.loop === loop);
    if (claim !== undefined) this.openWithoutTriggers(depth - 1, [claim, edge], segment);
  }
}

/** True for LX01 of 1, which starts the lines of another claim. */
function restartsLines(segment: SegmentCursor): boolean {
  return segment.packedId === lx && segment.is(1, '1');
}
