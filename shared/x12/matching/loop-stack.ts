import type { SetConsumer } from '../engine/consumer.ts';
import type { CompiledLoop, CompiledSegment, Edge } from '../guide/compiled-guide.ts';
import type { TriggerCondition } from '../guide/guide.ts';
import type { Position } from '../reader/segment.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import { withoutLimit } from '../values/without-limit.ts';
import { OpenLoop } from './open-loop.ts';

/** Segment syntax error code, IK304. */
export type SegmentErrorCode = '1' | '2' | '3' | '4' | '5' | '6' | '7' | 'I4';

export interface SegmentProblem {
  readonly code: SegmentErrorCode;
  /** The edit that the guide names for the segment or loop, or the general one. */
  readonly edit: string;
  readonly loop: string;
  /** Id of the segment, or of the missing segment. */
  readonly segmentId: string;
  /** Present for a segment in a wrong place. */
  readonly misplaced?: Misplacement;
}

export interface Misplacement {
  /** Segment id with its qualifier, such as `DTP*472`. */
  readonly segment: string;
  /** Loop ids; empty outside any loop. */
  readonly found: string;
  readonly expected: string;
}

export interface MatchListener {
  problem(problem: SegmentProblem, at: Position): void;
  /** Reports a segment whose qualifier at `at` is not allowed; `stray` is the edit that the loop names for it. */
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

/** The open loops of a set, outermost first. Takes segments into loops and reports what is out of place or missing. */
export class LoopStack {
  /** Index of the innermost open loop; -1 after the end of the set. */
  depth = -1;
  /** Index of the loop that was opened out of its place; -1 if there is none. */
  private misplacedLoop = -1;
  private readonly frames: OpenLoop[];
  private readonly root: CompiledLoop;
  private readonly consumer: SetConsumer;
  private readonly listener: MatchListener;

  /** @param frames loops of an earlier stack, reused because a file has up to a hundred thousand sets */
  constructor(root: CompiledLoop, consumer: SetConsumer, listener: MatchListener, frames: OpenLoop[]) {
    this.frames = frames;
    this.root = root;
    this.consumer = consumer;
    this.listener = listener;
  }

  loopAt(depth: number): OpenLoop {
    const frame = this.frames[depth];
    if (frame === undefined) throw new RangeError(`No open loop at depth ${depth}`);
    return frame;
  }

  get innermost(): OpenLoop {
    return this.loopAt(this.depth);
  }

  /** Takes a segment as this child of the loop at `depth`, and closes the loops inside that loop. */
  accept(depth: number, edge: Edge, segment: SegmentCursor): void {
    while (this.depth > depth) this.pop(segment);
    const frame = this.loopAt(depth);
    if (edge.position > frame.position) this.advance(frame, edge.position, segment);
    if (edge.expectedBefore.length > 0) this.expect(frame, edge, segment);
    this.count(frame, edge, segment);
    if (edge.loop !== undefined) this.push(edge.loop, segment);
    this.deliver(edge.segment, segment);
  }

  /** Takes a plain segment of the loop at `depth`, keeps the loops inside open, and reports a wrong sequence. */
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
    const count = frame.count(edge.index);
    if (frame.missing.length > 0) frame.missing = frame.missing.filter((missing) => missing.edge !== edge);
    if (edge.notUsed) this.report('I4', edge, frame.loop, segment.position());
    else if (count > edge.max) {
      this.report(edge.loop === undefined ? '5' : '4', edge, frame.loop, segment.position());
    }
  }

  /**
   * Notes absent required children before the new position as missing. They are reported when the loop is left, because
   * a child that still follows is out of sequence and not missing.
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

  /** Notes children of the same position that were expected before this one, in case they never come. */
  private expect(frame: OpenLoop, edge: Edge, segment: SegmentCursor): void {
    for (const before of edge.expectedBefore) {
      if ((frame.counts[before.index] ?? 0) > 0) continue;
      if (frame.expected.some((child) => child.edge === before)) continue;
      frame.expected.push({ edge: before, at: segment.position() });
    }
  }

  /** Opens a loop with its first segment. The loop of the set itself has none and is not announced. */
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
   * Opens a loop that should have come earlier on top of the open loops, so that these stay open. At most one such loop
   * is open at a time.
   */
  pushOutOfPlace(parentDepth: number, loop: CompiledLoop, segment: SegmentCursor): void {
    if (this.misplacedLoop >= 0) {
      const keep = Math.max(parentDepth, this.misplacedLoop - 1);
      while (this.depth > keep) this.pop(segment);
    }
    this.push(loop, segment);
    if (this.misplacedLoop < 0) this.misplacedLoop = this.depth;
  }

  /** Leaves the innermost loop; `segment` is the first one after it. */
  pop(segment: SegmentCursor): void {
    const frame = this.innermost;
    if (frame.nextRequired < frame.loop.required.length) this.advance(frame, withoutLimit, segment);
    this.leave(frame, true);
  }

  /** Leaves all loops of a truncated set without reporting missing segments. */
  abandon(): void {
    while (this.depth >= 0) this.leave(this.innermost, false);
  }

  /** Reports missing children while the loop is still open, so that the findings belong to its claim. */
  private leave(frame: OpenLoop, isComplete: boolean): void {
    for (const { edge, at } of frame.missing) {
      if (!this.wasSeenElsewhere(edge)) this.report('3', edge, frame.loop, at);
    }
    if (frame.loop !== this.root) this.consumer.leave?.(frame.loop, isComplete);
    if (this.depth === this.misplacedLoop) this.misplacedLoop = -1;
    this.depth--;
  }

  /** True when the segment was reported as misplaced in an open loop. It is then not missing too. */
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

  /** Reports a segment in a wrong place, with the loop to which it belongs. */
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

  /** Reports a segment that was left out because it is unknown, not part of the set or unexpected. */
  reportLeftOut(code: '1' | '2' | '6', segment: SegmentCursor): void {
    const { loop } = this.innermost;
    this.listener.problem(
      { code, edit: generalEdits[code], loop: loop.id, segmentId: segment.id },
      segment.position(),
    );
  }
}
