import type { CompiledGuide, CompiledLoop, CompiledSegment, Edge } from './compiled-guide.ts';
import type { LoopStack, MatchListener } from './loop-stack.ts';
import type { Misplaced } from './misplaced.ts';
import type { Outlook, Place } from './outlook.ts';
import { pack } from './segment.ts';
import { SegmentCursor } from './segment-cursor.ts';

/** So many levels below an open loop a missing trigger is looked for. */
const searchedLevels = 3;
/** With more than this missing, loops are not taken to be there. */
const mostMissing = 3;
const lx = pack('LX');

/** The segment that follows the one to be placed. */
export interface Next {
  readonly id: number;
  readonly segment: SegmentCursor;
}

/** What became of the next segment: taken along with this one, or to be left out while its id is among these. */
export type Recovered = 'taken' | ReadonlySet<number> | undefined;

/**
 * Finds the likeliest place of a segment that fits nowhere forward of the last match, by what follows it. In this
 * order: earlier in the innermost loop (wrong sequence); in the loop that the next segment opens; in a loop whose
 * opener is missing, when the next segment belongs there too and nowhere else; earlier in an outer loop; a loop that
 * should have come earlier; a place that fits but for its qualifier. Reports what was wrong; a segment without any
 * such place is left out.
 */
export class Recovery {
  private readonly guide: CompiledGuide;
  private readonly stack: LoopStack;
  private readonly outlook: Outlook;
  private readonly misplaced: Misplaced;
  private readonly listener: MatchListener;

  /** One too many in the open claim of what every claim has, since its last lines. */
  private ofNextClaim: { readonly edge: Edge; readonly segment: SegmentCursor } | undefined;

  constructor(
    guide: CompiledGuide,
    stack: LoopStack,
    outlook: Outlook,
    misplaced: Misplaced,
    listener: MatchListener,
  ) {
    this.guide = guide;
    this.stack = stack;
    this.outlook = outlook;
    this.misplaced = misplaced;
    this.listener = listener;
  }

  /** Takes the segment in or reports it; `next` is undefined at the end of the set. */
  recover(id: number, segment: SegmentCursor, next: Next | undefined): Recovered {
    const slot = this.earlier(id, segment);
    const isFree = slot !== undefined && this.isFree(slot);
    if (isFree && slot.depth === this.stack.depth) {
      this.takeEarlier(slot, segment);
      return undefined;
    }
    const place = next && this.outlook.forward(next.id, next.segment);
    if (next && place && this.inLoopOf(place, id, segment, next)) return 'taken';
    if (next && this.inLoopWithoutOpener(id, segment, next, place)) return undefined;
    if (isFree && (this.isStrong(slot.edge, id) || slot.edge.required)) {
      this.takeEarlier(slot, segment);
      return undefined;
    }
    const loop = this.earlierLoop(id, segment);
    if (loop !== undefined) return this.takeEarlierLoop(loop, segment, place === undefined);
    if (slot !== undefined && this.isStrong(slot.edge, id)) {
      this.leaveOutSurplus(slot, segment);
      return undefined;
    }
    return this.leaveOut(id, segment);
  }

  /** A second one of what every claim has: it may be of a claim whose opener is missing. */
  private leaveOutSurplus({ depth, edge }: Place, segment: SegmentCursor): void {
    const { loop } = this.stack.frame(depth);
    this.stack.tell('5', edge, loop, segment.position());
    if (!loop.opensClaim || !edge.required) return;
    this.ofNextClaim = { edge, segment: new SegmentCursor() };
    this.ofNextClaim.segment.follow(segment);
    this.ofNextClaim.segment.detach();
  }

  /**
   * A loop is about to be opened in the loop at `depth`. When the lines count from 1 again after a second one of what
   * every claim has, a claim begins whose opener is missing.
   */
  beforeLines(depth: number, { loop: opened }: Edge, opener: SegmentCursor): void {
    const { ofNextClaim, stack } = this;
    if (ofNextClaim === undefined) return;
    if (opened?.opensClaim === true) this.ofNextClaim = undefined;
    const { loop } = stack.frame(depth);
    if (!loop.opensClaim || !restartsLines(opener)) return;
    this.ofNextClaim = undefined;
    const { edge, segment } = ofNextClaim;
    const claim = stack.frame(depth - 1).loop.edges.find((child) => child.loop === loop);
    if (claim !== undefined) this.openWithoutTriggers(depth - 1, [claim, edge], segment);
  }

  /** The place of a plain segment behind what was matched; a free one where there are several. */
  private earlier(id: number, segment: SegmentCursor): Place | undefined {
    let taken: Place | undefined;
    for (let depth = this.stack.depth; depth >= 0; depth--) {
      for (const edge of this.stack.frame(depth).loop.edgesOf(id)) {
        if (edge.loop !== undefined || !edge.segment.matches(segment)) continue;
        const place = { depth, edge };
        if (this.isFree(place)) return place;
        taken ??= place;
      }
    }
    return taken;
  }

  private isFree({ depth, edge }: Place): boolean {
    return (this.stack.frame(depth).counts[edge.index] ?? 0) < edge.max;
  }

  /** What comes after it in the guide may follow: one segment out of place does not put the others out of theirs. */
  private takeEarlier({ depth, edge }: Place, segment: SegmentCursor): void {
    this.stack.takeOutOfPlace(depth, edge, segment);
    const frame = this.stack.frame(depth);
    frame.position = Math.min(frame.position, edge.position);
  }

  /** A segment tells its place by itself when it has trigger values, or occurs in one loop only. */
  private isStrong(edge: Edge, id: number): boolean {
    return edge.segment.conditions.length > 0 || this.guide.homes[id] === 1;
  }

  /** The next segment opens the loop that this one belongs at the beginning of: the two stand in the wrong order. */
  private inLoopOf(place: Place, id: number, segment: SegmentCursor, next: Next): boolean {
    const { loop } = place.edge;
    const inner = loop && this.outlook.within(loop, 0, id, segment);
    if (inner === undefined || inner.requiredBefore > 0) return false;
    this.stack.misplaced('7', inner.segment, segment);
    this.stack.accept(place.depth, place.edge, next.segment);
    this.stack.accept(this.stack.depth, inner, segment);
    return true;
  }

  private inLoopWithoutOpener(
    id: number,
    segment: SegmentCursor,
    next: Next,
    placeOfNext: Place | undefined,
  ): boolean {
    const isBorneOut = placeOfNext === undefined || restartsLines(next.segment);
    let best: { readonly depth: number; readonly path: readonly Edge[] } | undefined;
    let least = Number.MAX_SAFE_INTEGER;
    for (let depth = this.stack.depth; depth >= 0; depth--) {
      const { loop, position } = this.stack.frame(depth);
      for (const path of this.pathsTo(id, segment, depth, loop, position, searchedLevels)) {
        const missing = this.missingOn(depth, path);
        if (missing >= least || missing > this.mostMissing(depth, path)) continue;
        if (isBorneOut ? !this.isConfirmed(path, next) : !this.isAwaited(depth, path, missing, id)) continue;
        best = { depth, path };
        least = missing;
      }
    }
    if (best !== undefined) this.openWithoutTriggers(best.depth, best.path, segment);
    return best !== undefined;
  }

  /** A level above the claims that has to come now, and is told by this segment alone. */
  private isAwaited(depth: number, path: readonly Edge[], missing: number, id: number): boolean {
    const [first] = path;
    const last = path.at(-1);
    if (first === undefined || last === undefined || missing > 1 || this.isOfClaim(depth, path)) return false;
    return this.outlook.isDue(depth, first) && this.isStrong(last, id);
  }

  /** Openers and other required segments that would be missing if these loops were open. */
  private missingOn(depth: number, path: readonly Edge[]): number {
    const [first] = path;
    let missing = first === undefined ? 0 : this.outlook.missingBefore(depth, first);
    path.forEach((edge, i) => {
      const inner = path[i + 1];
      if (edge.loop && inner) missing += 1 + inner.requiredBefore;
    });
    return missing;
  }

  /**
   * How much may be missing of loops that are opened without their openers: little in a claim and of a claim, for no
   * claim is begun on a guess; anything around a claim whose opener is there.
   */
  private mostMissing(depth: number, path: readonly Edge[]): number {
    if (this.isOfClaim(depth, path)) return 1;
    return path.at(-1)?.loop?.opensClaim === true ? Number.MAX_SAFE_INTEGER : mostMissing;
  }

  private isOfClaim(depth: number, path: readonly Edge[]): boolean {
    for (let d = depth; d >= 0; d--) if (this.stack.frame(d).loop.opensClaim) return true;
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
        if (!stack.wasSeenElsewhere(edge)) stack.tell('3', edge, edge.loop, segment.position());
        if (edge.loop.opensClaim) this.misplaced.beginClaim();
        stack.push(edge.loop, segment);
      }
    }
  }

  /**
   * Child loops, not yet passed, that lead to the segment, and its place in the last of them: one that is required or
   * that the segment tells by itself, or any in a loop that is itself required and was not seen.
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
      const isDue = depth >= 0 && this.outlook.isDue(depth, edge);
      for (const inner of edge.loop.edgesOf(id)) {
        const tells = inner.required || isDue || this.isStrong(inner, id);
        if (tells && inner.segment.matches(segment)) yield [edge, inner];
      }
      if (levels > 1) {
        for (const rest of this.pathsTo(id, segment, -1, edge.loop, 0, levels - 1)) yield [edge, ...rest];
      }
    }
  }

  /** Whether the next segment has its place in the loops of the path too, after the segment they lead to. */
  private isConfirmed(path: readonly Edge[], next: Next): boolean {
    const inner = path.at(-1)?.loop;
    if (inner && this.outlook.within(inner, 0, next.id, next.segment)) return true;
    return path.some((edge, i) => {
      const taken = path[i + 1];
      const place =
        taken && edge.loop && this.outlook.within(edge.loop, taken.position, next.id, next.segment);
      return place !== undefined && (place !== taken || place.max > 1);
    });
  }

  private earlierLoop(id: number, segment: SegmentCursor): Place | undefined {
    for (let depth = this.stack.depth; depth >= 0; depth--) {
      for (const edge of this.stack.frame(depth).loop.edgesOf(id)) {
        if (edge.loop !== undefined && edge.segment.matches(segment)) return { depth, edge };
      }
    }
    return undefined;
  }

  /** A loop that came already is not opened again: what it says would take the place of what was said there. */
  private takeEarlierLoop(place: Place, segment: SegmentCursor, isFollowed: boolean): Recovered {
    const { depth, edge } = place;
    const { loop } = edge;
    const frame = this.stack.frame(depth);
    if (loop === undefined) return undefined;
    this.stack.misplaced('7', edge.segment, segment);
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
    this.misplaced.add('2', id, home, segment);
    return undefined;
  }

  /** The one segment of the guide that this is, wherever it belongs. */
  private homeOf(segment: SegmentCursor): CompiledSegment | undefined {
    const homes = [...this.guide.segments.values()].filter(
      (node) => node.packedId === segment.packedId && node.matches(segment),
    );
    return homes.length === 1 ? homes[0] : undefined;
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

/** LX01 counts the lines of a claim from 1, so a 1 begins the lines of another claim. */
function restartsLines(segment: SegmentCursor): boolean {
  return segment.packedId === lx && segment.is(1, '1');
}

/** The plain segments of the loops that a qualifier might have meant. */
function plainSegments(edges: readonly Edge[]): ReadonlySet<number> | undefined {
  const loops = edges.flatMap((edge) => edge.loop ?? []);
  const inner = loops.flatMap((loop) => loop.edges.slice(1).filter((edge) => edge.loop === undefined));
  return inner.length > 0 ? new Set(inner.map((edge) => edge.idNumber)) : undefined;
}
