import type { SetConsumer, SetContext, SetHeader } from '../engine/consumer.ts';
import { EnvelopeTracker } from '../engine/envelope-tracker.ts';
import type { ChildSpec, GuideSpec, LoopSpec } from '../guide/guide.ts';
import { type ReaderLimits, SegmentReader } from '../reader/reader.ts';
import { pack } from '../reader/segment.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import type { SegmentSink } from '../reader/segment-sink.ts';
import { SegmentWindow } from './segment-window.ts';
import { WalkedSegment } from './walked-segment.ts';

/** Ids of the loops around a segment, outermost first. Built once for each place in a guide. */
class LoopPath {
  readonly ids: readonly string[];
  /** Id of the innermost loop; empty outside all loops. */
  private readonly id: string;
  private readonly children: readonly ChildSpec[];
  private readonly parent: LoopPath | undefined;
  private readonly known = new Map<LoopSpec, LoopPath>();

  private constructor(ids: readonly string[], children: readonly ChildSpec[], parent: LoopPath | undefined) {
    this.ids = ids;
    this.id = ids.at(-1) ?? '';
    this.children = children;
    this.parent = parent;
  }

  /** Returns the path outside all loops of a guide. */
  static outside(guide: { readonly children: readonly ChildSpec[] }): LoopPath {
    return new LoopPath(Object.freeze([]), guide.children, undefined);
  }

  /**
   * Returns the path of a loop that begins here. A loop that begins too late has the path of its guide, although the file
   * has not left other loops.
   */
  enter(loop: LoopSpec): LoopPath {
    const known = this.known.get(loop);
    if (known !== undefined) return known;
    const owner = this.ownerOf(loop);
    const path = new LoopPath(Object.freeze([...owner.ids, loop.id]), loop.children, owner);
    this.known.set(loop, path);
    return path;
  }

  /** Returns the path of a segment of this open loop, when loops inside it are still open. */
  upTo(loopId: string): LoopPath {
    for (let path: LoopPath | undefined = this; path !== undefined; path = path.parent) {
      if (path.id === loopId) return path;
    }
    return this;
  }

  private ownerOf(loop: LoopSpec): LoopPath {
    for (let path: LoopPath | undefined = this; path !== undefined; path = path.parent) {
      if (path.children.includes(loop)) return path;
    }
    return this;
  }
}

/** One segment of a walk. */
export interface WalkStep {
  /**
   * Ids of the loops around the segment, outermost first: `['2000A', '2010AA']`. Empty outside all loops. Undefined in a
   * set without a guide, and for a segment that has no place in the guide.
   */
  readonly loop: readonly string[] | undefined;
  readonly segment: WalkedSegment;
  /** Undefined outside all transaction sets. */
  readonly set: SetHeader | undefined;
}

interface OpenStep extends WalkStep {
  loop: readonly string[] | undefined;
  set: SetHeader | undefined;
}

/**
 * Number of later segments that may still decide the place of a segment. The matcher places an opener after the segment
 * that follows. A fixed number makes the result independent of the chunks.
 */
const lookahead = 4;

/** Number of bytes that a caller writes at a time. More bytes would make V8 enlarge its young generation by 80 MB. */
export const bytesPerStep = 4_096;

const outside: readonly string[] = Object.freeze([]);
const st = pack('ST');
const se = pack('SE');
const envelopes = new Set(['ISA', 'TA1', 'ISB', 'ISE', 'GS', 'GE', 'IEA'].map(pack));

/** Turns bytes into steps in file order. The caller takes the steps after each write. */
export class Walker implements SegmentSink {
  private steps: OpenStep[] = [];
  private window: SegmentWindow | undefined;
  private readonly reader: SegmentReader;
  private readonly tracker: EnvelopeTracker;
  private readonly roots = new Map<GuideSpec, LoopPath>();

  constructor(guides: readonly GuideSpec[], limits: Partial<ReaderLimits>) {
    this.reader = new SegmentReader(this, limits);
    this.tracker = new EnvelopeTracker({
      guides,
      listeners: [{ set: (context) => this.consumer(context) }],
      validating: false,
      channel: undefined,
      report() {},
    });
  }

  write(chunk: Uint8Array): void {
    this.reader.write(chunk);
    this.seal();
  }

  end(): number {
    const bytes = this.reader.finish();
    this.seal();
    this.tracker.finish();
    return bytes;
  }

  /** Returns the steps that are final; after the end, all of them. */
  take(isEnd: boolean): readonly WalkStep[] {
    const { steps } = this;
    const count = isEnd ? steps.length : Math.max(0, steps.length - lookahead);
    this.steps = steps.slice(count);
    steps.length = count;
    return steps;
  }

  isa(segment: SegmentCursor): void {
    this.add(segment).loop = outside;
    this.tracker.isa(segment);
  }

  segment(segment: SegmentCursor): void {
    const { tracker } = this;
    const { packedId } = segment;
    const step = this.add(segment);
    const before = tracker.set;
    tracker.segment(segment);
    const set = packedId === se ? before : tracker.set;
    step.segment.index = segment.index;
    if (set === undefined) {
      if (envelopes.has(packedId)) step.loop = outside;
      return;
    }
    step.set = set.header;
    if (set.walk !== undefined && (packedId === st || packedId === se)) step.loop = outside;
  }

  repair(): void {}

  windowMoves(): void {
    this.seal();
    this.tracker.windowMoves();
  }

  private add(segment: SegmentCursor): OpenStep {
    this.window ??= new SegmentWindow(segment);
    const step = { loop: undefined, segment: new WalkedSegment(this.window, segment), set: undefined };
    this.steps.push(step);
    return step;
  }

  private seal(): void {
    const last = this.steps.at(-1)?.segment;
    if (last !== undefined) this.window?.seal(last.offset + last.length);
    this.window = undefined;
  }

  private consumer({ guide }: SetContext): SetConsumer {
    let path = this.roots.get(guide);
    if (path === undefined) {
      path = LoopPath.outside(guide);
      this.roots.set(guide, path);
    }
    let current = path;
    const left: LoopPath[] = [];
    return {
      enter: ({ spec }) => {
        left.push(current);
        current = current.enter(spec);
      },
      leave: () => {
        current = left.pop() ?? current;
      },
      segment: ({ loopId }, { offset }) => this.place(offset, current.upTo(loopId).ids),
    };
  }

  /** Notes the loops of the segment at this offset if its step is not final. */
  private place(offset: number, loop: readonly string[]): void {
    const { steps } = this;
    for (let i = steps.length - 1; i >= 0 && i >= steps.length - 1 - lookahead; i--) {
      const step = steps[i];
      if (step?.segment.offset === offset) {
        step.loop = loop;
        return;
      }
    }
  }
}
