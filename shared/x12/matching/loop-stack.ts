import type { SetConsumer } from '../engine/consumer.ts';
import type { CompiledLoop, CompiledSegment, Edge } from '../guide/compiled-guide.ts';
import type { TriggerCondition } from '../guide/guide.ts';
import type { Position } from '../reader/segment.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import { OpenLoop } from './open-loop.ts';

/** IK304: what is wrong with a segment in its place. */
export type SegmentErrorCode = '1' | '2' | '3' | '4' | '5' | '6' | '7' | 'I4';

export interface SegmentProblem {
  readonly code: SegmentErrorCode;
  /** The edit the guide names for the segment or loop, else the general one. */
  readonly edit: string;
  readonly loop: string;
  /** For something missing, the id of what is missing; else the segment's own. */
  readonly segmentId: string;
  /** Where a segment was found and where it is expected, when it is not in its place. */
  readonly misplaced?: Misplacement;
}

export interface Misplacement {
  /** The segment id with its qualifier: `DTP*472`. */
  readonly segment: string;
  /** Loop ids; empty outside all loops. */
  readonly found: string;
  readonly expected: string;
}

export interface MatchListener {
  problem(problem: SegmentProblem, at: Position): void;
  /** Only the qualifier at `at` fits nowhere; `stray` is the edit the loop names for that. */
  qualifier(
    node: CompiledSegment,
    at: TriggerCondition,
    stray: string | undefined,
    segment: SegmentCursor,
  ): void;
  matched(node: CompiledSegment, segment: SegmentCursor): void;
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

/** The loops that are open in a set, outermost first, and what happens when a segment is taken into one of them. */
export class LoopStack {
  /** Index of the innermost open loop, -1 when the set is over. */
  depth = -1;
  /** Index of a loop that was opened out of its place, -1 when there is none. */
  private excursion = -1;
  private readonly frames: OpenLoop[];
  private readonly root: CompiledLoop;
  private readonly consumer: SetConsumer;
  private readonly listener: MatchListener;

  /** `frames` are those of an earlier stack, used again; sets come by the hundred thousand. */
  constructor(root: CompiledLoop, consumer: SetConsumer, listener: MatchListener, frames: OpenLoop[]) {
    this.frames = frames;
    this.root = root;
    this.consumer = consumer;
    this.listener = listener;
  }

  loopAt(depth: number): OpenLoop {
    const frame = this.frames[depth];
    if (frame === undefined) throw new RangeError(`no frame ${depth}`);
    return frame;
  }

  get innermost(): OpenLoop {
    return this.loopAt(this.depth);
  }

  /** Takes a segment as this child of the loop at `depth`; loops inside of that one are over. */
  accept(depth: number, edge: Edge, segment: SegmentCursor): void {
    while (this.depth > depth) this.pop(segment);
    const frame = this.loopAt(depth);
    if (edge.position > frame.position) this.advance(frame, edge.position, segment);
    if (edge.expectedBefore.length > 0) this.expect(frame, edge, segment);
    this.count(frame, edge, segment);
    if (edge.loop !== undefined) this.push(edge.loop, segment);
    this.deliver(edge.segment, segment);
  }

  /** Takes a plain segment of the loop at `depth` without leaving those inside of it; says that it is out of order. */
  takeOutOfPlace(depth: number, edge: Edge, segment: SegmentCursor): void {
    const frame = this.loopAt(depth);
    this.report('7', edge, frame.loop, segment.position());
    this.count(frame, edge, segment);
    this.deliver(edge.segment, segment);
  }

  deliver(node: CompiledSegment, segment: SegmentCursor): void {
    if (node.claimElement > 0) this.innermost.claim = segment.text(node.claimElement);
    if (node.unitElement > 0) this.innermost.unit = segment.text(node.unitElement);
    this.listener.matched(node, segment);
    this.consumer.segment(node, segment);
  }

  count(frame: OpenLoop, edge: Edge, segment: SegmentCursor): void {
    const count = (frame.counts[edge.index] ?? 0) + 1;
    frame.counts[edge.index] = count;
    if (frame.missing.length > 0) frame.missing = frame.missing.filter((missing) => missing.edge !== edge);
    if (edge.notUsed) this.report('I4', edge, frame.loop, segment.position());
    else if (count > edge.max) {
      this.report(edge.loop === undefined ? '5' : '4', edge, frame.loop, segment.position());
    }
  }

  /**
   * Required children before the new position that were not seen are missing. That is told when the loop is left, for
   * one that comes after all is out of order and not missing.
   */
  advance(frame: OpenLoop, position: number, segment: SegmentCursor): void {
    const { required } = frame.loop;
    while (frame.nextRequired < required.length) {
      const edge = required[frame.nextRequired];
      if (edge === undefined || edge.position >= position) break;
      if ((frame.counts[edge.index] ?? 0) === 0) {
        const expected = frame.expected.find((child) => child.edge === edge);
        frame.missing.push(expected ?? { edge, at: segment.position() });
      }
      frame.nextRequired++;
    }
    frame.position = position;
  }

  /** Notes where children of the same position were expected first, should they not come at all. */
  private expect(frame: OpenLoop, edge: Edge, segment: SegmentCursor): void {
    for (const before of edge.expectedBefore) {
      if ((frame.counts[before.index] ?? 0) > 0) continue;
      if (frame.expected.some((child) => child.edge === before)) continue;
      frame.expected.push({ edge: before, at: segment.position() });
    }
  }

  /** `segment` is what the loop begins with; without it nobody is told (the set itself). */
  push(loop: CompiledLoop, segment: SegmentCursor | undefined): void {
    this.depth++;
    let frame = this.frames[this.depth];
    if (frame === undefined) {
      frame = new OpenLoop(loop);
      this.frames.push(frame);
    }
    frame.reset(loop);
    if (segment !== undefined) this.consumer.enter?.(loop, segment);
  }

  /**
   * Opens a loop that should have come earlier on top of what is open, so that nothing around it is lost. One such
   * excursion takes the place of the last, lest they pile up.
   */
  pushOutOfPlace(parentDepth: number, loop: CompiledLoop, segment: SegmentCursor): void {
    if (this.excursion >= 0) {
      const keep = Math.max(parentDepth, this.excursion - 1);
      while (this.depth > keep) this.pop(segment);
    }
    this.push(loop, segment);
    if (this.excursion < 0) this.excursion = this.depth;
  }

  /** Leaves the innermost loop; `segment` is the first that is not in it. */
  pop(segment: SegmentCursor): void {
    const frame = this.innermost;
    if (frame.nextRequired < frame.loop.required.length)
      this.advance(frame, Number.MAX_SAFE_INTEGER, segment);
    this.leave(frame, true);
  }

  /** Leaves all loops of a set that broke off: nothing more is said to be missing. */
  abandon(): void {
    while (this.depth >= 0) this.leave(this.innermost, false);
  }

  /** Tells before the loop is gone, so that what is reported on leaving finds its claim. */
  private leave(frame: OpenLoop, isComplete: boolean): void {
    for (const { edge, at } of frame.missing) {
      if (!this.wasSeenElsewhere(edge)) this.report('3', edge, frame.loop, at);
    }
    if (frame.loop !== this.root) this.consumer.leave?.(frame.loop, isComplete);
    if (this.depth === this.excursion) this.excursion = -1;
    this.depth--;
  }

  /** What stands elsewhere in the same loop was reported there, and is not missing as well. */
  wasSeenElsewhere({ segment }: Edge): boolean {
    for (let d = this.depth; d >= 0; d--) {
      const { strays } = this.loopAt(d);
      const found = strays.indexOf(segment);
      if (found < 0) continue;
      strays.splice(found, 1);
      return true;
    }
    return false;
  }

  /** Says that a segment does not belong where it stands, and which loop it belongs to. */
  reportMisplaced(code: '2' | '7', node: CompiledSegment, segment: SegmentCursor): void {
    const { loop } = this.innermost;
    const { conditions, loopId } = node;
    const [first] = conditions;
    const isQualified = first?.element === 1 && first.component === undefined;
    const label = isQualified ? `${segment.id}*${segment.text(1)}` : segment.id;
    const misplaced = { segment: label, found: loop.id, expected: loopId };
    this.listener.problem(
      { code, edit: generalEdits[code], loop: loop.id, segmentId: segment.id, misplaced },
      segment.position(),
    );
  }

  report(code: SegmentErrorCode, edge: Edge, loop: CompiledLoop, at: Position): void {
    const general = generalEdits[code];
    const edit = code === '7' ? general : (edge.edit ?? general);
    this.listener.problem(
      { code, edit, loop: edge.loop?.id ?? loop.id, segmentId: edge.segment.spec.id },
      at,
    );
  }

  /** Says that a segment was left out: it is unknown, foreign to the set or unexpected. */
  reportLeftOut(code: '1' | '2' | '6', segment: SegmentCursor): void {
    const { loop } = this.innermost;
    this.listener.problem(
      { code, edit: generalEdits[code], loop: loop.id, segmentId: segment.id },
      segment.position(),
    );
  }
}
