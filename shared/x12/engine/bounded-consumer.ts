import type { Segment } from '../reader/segment.ts';
import type { LoopNode, SegmentNode, SetConsumer, SetContext, Trailer } from './consumer.ts';

/**
 * Maximum number of segments of a claim or of a level above it. A claim with everything that the guide allows has fewer
 * than 15,000.
 */
export const maxSegments = 50_000;
const maxBytes = 8_000_000;

interface Extent {
  /** Number of the loop; -1 for the segments above all limited loops. */
  loop: number;
  loopId: string;
  segments: number;
  bytes: number;
  isFull: boolean;
}

/** Bounds the memory of a claim or level. Drops the segments beyond the limit and reports V148 once. */
export class BoundedConsumer implements SetConsumer {
  private readonly inner: SetConsumer;
  private readonly context: SetContext;
  private readonly limits: LimitedLoops;
  private readonly onCut: (loop: string) => void;
  /** Reused for later loops at the same depth, because a large file has millions of loops. */
  private readonly extents: Extent[] = [newExtent()];
  private extent: Extent = this.extents[0] ?? newExtent();
  /** Number of extents in use. */
  private open = 1;
  /** Number of open loops. */
  private depth = 0;
  /** Depths of the open loops that the inner consumer did not receive. */
  private readonly dropped: number[] = [];

  /** @param limitedLoops each has its own limit; segments above all of them share one */
  constructor(
    inner: SetConsumer,
    context: SetContext,
    limitedLoops: ReadonlySet<string>,
    onCut: (loop: string) => void = () => {},
  ) {
    this.inner = inner;
    this.context = context;
    this.limits = limitsOf(limitedLoops);
    this.onCut = onCut;
  }

  enter(loop: LoopNode, segment: Segment): void {
    this.depth++;
    if (this.limits.has(loop)) this.begin(loop);
    if (this.extent.isFull) this.dropped.push(this.depth);
    else this.inner.enter?.(loop, segment);
  }

  segment(node: SegmentNode, segment: Segment): void {
    const { extent } = this;
    if (extent.isFull) return;
    extent.segments++;
    extent.bytes += segment.length;
    if (extent.segments > maxSegments || extent.bytes > maxBytes) this.cut(extent, node, segment);
    else this.inner.segment(node, segment);
  }

  leave(loop: LoopNode, isComplete: boolean): void {
    const { dropped, depth } = this;
    if (dropped.length > 0 && dropped[dropped.length - 1] === depth) dropped.pop();
    else this.inner.leave?.(loop, isComplete);
    this.depth--;
    if (this.extent.loop !== loop.number) return;
    this.open--;
    this.extent = this.extents[this.open - 1] ?? newExtent();
  }

  end(trailer: Trailer): void {
    this.inner.end?.(trailer);
  }

  private begin(loop: LoopNode): void {
    const extent = this.extents[this.open] ?? newExtent();
    this.extents[this.open++] = extent;
    extent.loop = loop.number;
    extent.loopId = loop.id;
    extent.segments = 0;
    extent.bytes = 0;
    extent.isFull = false;
    this.extent = extent;
  }

  private cut(extent: Extent, node: SegmentNode, segment: Segment): void {
    extent.isFull = true;
    this.onCut(extent.loopId);
    if (!this.context.validating) return;
    const { id } = node.spec;
    const details = { most_segments: maxSegments };
    this.context.report({ id: 'V148', at: segment.position(), loop: node.loopId, segment: id, details });
  }
}

const newExtent = (): Extent => ({ loop: -1, loopId: '', segments: 0, bytes: 0, isFull: false });

const known = new WeakMap<ReadonlySet<string>, LimitedLoops>();

function limitsOf(loops: ReadonlySet<string>): LimitedLoops {
  const limits = known.get(loops) ?? new LimitedLoops(loops);
  known.set(loops, limits);
  return limits;
}

/** Remembers by number which loops of one guide are limited, because a comparison of texts per loop is slow. */
class LimitedLoops {
  private readonly ids: ReadonlySet<string>;
  /** By loop number: 0 unknown, 1 not limited, 2 limited. */
  private readonly states = new Uint8Array(256);

  constructor(ids: ReadonlySet<string>) {
    this.ids = ids;
  }

  has({ number, id }: LoopNode): boolean {
    const state = this.states[number] ?? 0;
    if (state !== 0) return state === 2;
    const isLimited = this.ids.has(id);
    if (number < this.states.length) this.states[number] = isLimited ? 2 : 1;
    return isLimited;
  }
}
