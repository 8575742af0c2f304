import type { CompiledGuide, CompiledLoop, CompiledSegment, Edge } from './compile.ts';
import type { SetConsumer } from './consumer.ts';
import { Frame } from './frame.ts';
import type { Condition } from './guide.ts';
import type { Position } from './segment.ts';
import type { SegmentCursor } from './segment-cursor.ts';
import { isKnownSegmentId } from './segment-ids.ts';

/** IK304: what is wrong with a segment in its place. */
export type SegmentErrorCode = '1' | '2' | '3' | '4' | '5' | '6' | '7' | 'I4';

export interface SegmentProblem {
  readonly code: SegmentErrorCode;
  /** The edit the guide names for the segment or loop, else the general one. */
  readonly edit: string;
  readonly loop: string;
  /** For something missing, the id of what is missing; else the segment's own. */
  readonly segmentId: string;
}

export interface MatchListener {
  problem(problem: SegmentProblem, at: Position): void;
  /** Only the qualifier at `at` fits nowhere; `stray` is the edit the loop names for that. */
  qualifier(node: CompiledSegment, at: Condition, stray: string | undefined, segment: SegmentCursor): void;
  matched(node: CompiledSegment, segment: SegmentCursor): void;
}

/**
 * Walks a guide along the segments of one set. A segment is looked for in the innermost open loop and then outwards,
 * always forward of what was matched last; that is one array lookup for each open loop. Where nothing fits, the
 * matcher looks for the likeliest place (see {@link recover}), says so, and goes on from there.
 */
export class Matcher {
  private readonly guide: CompiledGuide;
  private readonly consumer: SetConsumer;
  private readonly listener: MatchListener;
  private readonly frames: Frame[] = [];
  private depth = -1;
  /** Segment ids of a loop that could not be told: they are left out until another segment comes. */
  private swallowed: ReadonlySet<number> | undefined;

  constructor(guide: CompiledGuide, consumer: SetConsumer, listener: MatchListener) {
    this.guide = guide;
    this.consumer = consumer;
    this.listener = listener;
  }

  /** The claim the last segment belongs to, as the guide's claimNumber says. */
  get claimNumber(): string {
    for (let d = this.depth; d >= 0; d--) {
      const claim = this.frames[d]?.claim ?? '';
      if (claim !== '') return claim;
    }
    return '';
  }

  /** How many loops are open. */
  get openLoops(): number {
    return this.depth + 1;
  }

  get businessUnit(): string {
    for (let d = this.depth; d >= 0; d--) {
      const unit = this.frames[d]?.unit ?? '';
      if (unit !== '') return unit;
    }
    return '';
  }

  begin(st: SegmentCursor): void {
    this.depth = -1;
    this.swallowed = undefined;
    this.push(this.guide.root);
    const node = this.guide.root.edges[0]?.segment;
    if (node !== undefined) this.listener.matched(node, st);
  }

  segment(segment: SegmentCursor): void {
    const id = this.guide.idNumbers.get(segment.packedId);
    if (this.swallowed !== undefined) {
      if (id !== undefined && this.swallowed.has(id)) return;
      this.swallowed = undefined;
    }
    if (id === undefined) this.misplaced(isKnownSegmentId(segment.id) ? '6' : '1', segment);
    else this.place(id, segment);
  }

  /** SE was read: what is still missing is missing. */
  end(se: SegmentCursor): void {
    while (this.depth >= 0) this.pop(se);
  }

  /** The set broke off: loops are left, nothing is said to be missing. */
  abandon(): void {
    for (; this.depth >= 0; this.depth--) {
      const frame = this.frame(this.depth);
      this.tellMissing(frame);
      this.leave(frame.loop);
    }
  }

  private place(id: number, segment: SegmentCursor): void {
    let surplus: Edge | undefined;
    let surplusDepth = 0;
    for (let d = this.depth; d >= 0; d--) {
      const frame = this.frame(d);
      const candidates = frame.loop.candidates[id];
      if (candidates === undefined) continue;
      for (let i = 0; i < candidates.length; i++) {
        const edge = candidates[i];
        if (edge === undefined || edge.position < frame.position || !edge.segment.matches(segment)) continue;
        if ((frame.counts[edge.index] ?? 0) < edge.max) {
          this.accept(d, edge, segment);
          return;
        }
        if (surplus !== undefined) continue;
        surplus = edge;
        surplusDepth = d;
      }
    }
    if (surplus !== undefined) this.accept(surplusDepth, surplus, segment);
    else this.recover(id, segment);
  }

  private frame(depth: number): Frame {
    const frame = this.frames[depth];
    if (frame === undefined) throw new RangeError(`no frame ${depth}`);
    return frame;
  }

  private accept(depth: number, edge: Edge, segment: SegmentCursor): void {
    while (this.depth > depth) this.pop(segment);
    const frame = this.frame(depth);
    if (edge.position > frame.position) this.advance(frame, edge.position, segment);
    this.count(frame, edge, segment);
    if (edge.loop !== undefined) this.push(edge.loop, segment);
    this.deliver(edge.segment, segment);
  }

  private deliver(node: CompiledSegment, segment: SegmentCursor): void {
    const frame = this.frame(this.depth);
    if (node.claimElement > 0) frame.claim = segment.text(node.claimElement);
    if (node.unitElement > 0) frame.unit = segment.text(node.unitElement);
    this.listener.matched(node, segment);
    this.consumer.segment(node, segment);
  }

  private count(frame: Frame, edge: Edge, segment: SegmentCursor): void {
    const count = (frame.counts[edge.index] ?? 0) + 1;
    frame.counts[edge.index] = count;
    if (edge.notUsed) this.tell('I4', edge, frame.loop, segment.position());
    else if (count > edge.max) {
      this.tell(edge.loop === undefined ? '5' : '4', edge, frame.loop, segment.position());
    }
  }

  /**
   * Required children before the new position that were not seen are missing. That is told when the loop is left, for
   * one that comes after all is out of order and not missing.
   */
  private advance(frame: Frame, position: number, segment: SegmentCursor): void {
    const { required } = frame.loop;
    while (frame.nextRequired < required.length) {
      const edge = required[frame.nextRequired];
      if (edge === undefined || edge.position >= position) break;
      if ((frame.counts[edge.index] ?? 0) === 0) frame.missing.push({ edge, at: segment.position() });
      frame.nextRequired++;
    }
    frame.position = position;
  }

  private push(loop: CompiledLoop, segment?: SegmentCursor): void {
    this.depth++;
    let frame = this.frames[this.depth];
    if (frame === undefined) {
      frame = new Frame(loop);
      this.frames.push(frame);
    }
    frame.reset(loop);
    if (segment !== undefined) this.consumer.enter?.(loop, segment);
  }

  private pop(segment: SegmentCursor): void {
    const frame = this.frame(this.depth);
    if (frame.nextRequired < frame.loop.required.length)
      this.advance(frame, Number.MAX_SAFE_INTEGER, segment);
    this.tellMissing(frame);
    // Left while still open, so that what is reported on leaving finds its claim.
    this.leave(frame.loop);
    this.depth--;
  }

  private leave(loop: CompiledLoop): void {
    if (loop !== this.guide.root) this.consumer.leave?.(loop);
  }

  private tellMissing(frame: Frame): void {
    for (const { edge, at } of frame.missing) this.tell('3', edge, frame.loop, at);
  }

  private tell(code: SegmentErrorCode, edge: Edge, loop: CompiledLoop, at: Position): void {
    const general = generalEdits[code];
    const edit = code === '7' ? general : (edge.edit ?? general);
    const loopId = edge.loop?.id ?? loop.id;
    this.listener.problem({ code, edit, loop: loopId, segmentId: edge.segment.spec.id }, at);
  }

  private misplaced(code: SegmentErrorCode, segment: SegmentCursor): void {
    const loop = this.frame(this.depth).loop.id;
    this.listener.problem({ code, edit: 'V009', loop, segmentId: segment.id }, segment.position());
  }

  /**
   * No place forward of the last match fits. In this order: earlier in the innermost loop (wrong sequence); in a loop
   * further on whose trigger is missing; earlier in an outer loop; a loop that should have come earlier; a place
   * that fits but for its qualifier. Else the segment is unexpected and left out.
   */
  private recover(id: number, segment: SegmentCursor): void {
    const done =
      this.earlierIn(this.depth, id, segment) ||
      this.inLoopWithoutTrigger(id, segment) ||
      this.earlierFurtherOut(id, segment) ||
      this.earlierLoop(id, segment) ||
      this.wrongQualifier(id, segment);
    if (!done) this.misplaced('2', segment);
  }

  private earlierIn(depth: number, id: number, segment: SegmentCursor): boolean {
    const frame = this.frame(depth);
    for (const edge of frame.loop.candidates[id] ?? []) {
      if (edge.loop !== undefined || !edge.segment.matches(segment)) continue;
      this.outOfOrder(frame, edge, segment);
      this.deliver(edge.segment, segment);
      return true;
    }
    return false;
  }

  private outOfOrder(frame: Frame, edge: Edge, segment: SegmentCursor): void {
    frame.missing = frame.missing.filter((missing) => missing.edge !== edge);
    this.tell('7', edge, frame.loop, segment.position());
    this.count(frame, edge, segment);
  }

  private earlierFurtherOut(id: number, segment: SegmentCursor): boolean {
    for (let d = this.depth - 1; d >= 0; d--) {
      const candidates = this.frame(d).loop.candidates[id] ?? [];
      if (candidates.some((edge) => this.isStrong(edge, id)) && this.earlierIn(d, id, segment)) return true;
    }
    return false;
  }

  /** A segment tells its place by itself when it has trigger values, or occurs in one loop only. */
  private isStrong(edge: Edge, id: number): boolean {
    return edge.segment.conditions.length > 0 || this.guide.homes[id] === 1;
  }

  private inLoopWithoutTrigger(id: number, segment: SegmentCursor): boolean {
    for (let d = this.depth; d >= 0; d--) {
      const frame = this.frame(d);
      const path = this.pathTo(id, segment, frame, frame.loop, 3);
      if (path === undefined) continue;
      while (this.depth > d) this.pop(segment);
      for (const edge of path.slice(0, -1)) {
        const inner = this.frame(this.depth);
        if (edge.position > inner.position) this.advance(inner, edge.position, segment);
        this.count(inner, edge, segment);
        if (edge.loop === undefined) break;
        this.tell('3', edge, edge.loop, segment.position());
        this.push(edge.loop, segment);
      }
      const last = path.at(-1);
      if (last !== undefined) this.accept(this.depth, last, segment);
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
      for (const inner of edge.loop.candidates[id] ?? []) {
        const tells = inner.loop !== undefined ? this.isStrong(inner, id) : this.guide.homes[id] === 1;
        if ((isMissing || tells) && inner.segment.matches(segment)) return [edge, inner];
      }
      const deeper = levels > 1 ? this.pathTo(id, segment, undefined, edge.loop, levels - 1) : undefined;
      if (deeper !== undefined) return [edge, ...deeper];
    }
    return undefined;
  }

  /** Opens the loop on top of what is open, so that nothing around it is lost. */
  private earlierLoop(id: number, segment: SegmentCursor): boolean {
    for (let d = this.depth; d >= 0; d--) {
      const frame = this.frame(d);
      for (const edge of frame.loop.candidates[id] ?? []) {
        if (edge.loop === undefined || !edge.segment.matches(segment)) continue;
        this.outOfOrder(frame, edge, segment);
        this.push(edge.loop, segment);
        this.deliver(edge.segment, segment);
        return true;
      }
    }
    return false;
  }

  private wrongQualifier(id: number, segment: SegmentCursor): boolean {
    for (let d = this.depth; d >= 0; d--) {
      const frame = this.frame(d);
      const candidates = frame.loop.candidates[id] ?? [];
      const forward = candidates.filter((edge) => edge.position >= frame.position);
      const likely = forward.length > 0 ? forward : candidates;
      const [edge] = likely;
      const condition = edge?.segment.conditions[0];
      if (edge === undefined || condition === undefined) continue;
      if (likely.length === 1 && edge.loop === undefined) {
        this.accept(d, edge, segment);
        return true;
      }
      this.swallowed = swallowing(likely);
      const stray = frame.loop.strayEdit(segment);
      this.listener.qualifier(edge.segment, condition, stray, segment);
      return true;
    }
    return false;
  }
}

const generalEdits: Readonly<Record<SegmentErrorCode, string>> = {
  '1': 'V009',
  '2': 'V009',
  '3': 'V130',
  '4': 'V131',
  '5': 'V131',
  '6': 'V009',
  '7': 'V009',
  I4: 'V147',
};

/** The plain segments of the loops that a qualifier might have meant. */
function swallowing(edges: readonly Edge[]): ReadonlySet<number> | undefined {
  const loops = edges.flatMap((edge) => edge.loop ?? []);
  const inner = loops.flatMap((loop) => loop.edges.slice(1).filter((edge) => edge.loop === undefined));
  return inner.length > 0 ? new Set(inner.map((edge) => edge.idNumber)) : undefined;
}
