import type { Segment } from '../reader/segment.ts';
import type { LoopNode, SegmentNode, SetConsumer, SetContext, Trailer } from './consumer.ts';

/**
 * Maximum number of segments of a claim or of a level above it. A claim with everything that the guide allows has fewer
 * than 15,000.
 */
export const maxSegments = 50_000;
const maxBytes = 8_000_000;

interface Extent {
  readonly loop: string;
  segments: number;
  bytes: number;
  isFull: boolean;
}

/** Bounds the memory of a claim or level. Drops the segments beyond the limit and reports V148 once. */
export class BoundedConsumer implements SetConsumer {
  private readonly inner: SetConsumer;
  private readonly context: SetContext;
  private readonly limitedLoops: ReadonlySet<string>;
  private readonly onCut: (loop: string) => void;
  private readonly extents: Extent[] = [newExtent('')];
  /** For each open loop: whether the inner consumer received it. */
  private readonly passed: boolean[] = [];

  /** @param limitedLoops each has its own limit; segments above all of them share one */
  constructor(
    inner: SetConsumer,
    context: SetContext,
    limitedLoops: ReadonlySet<string>,
    onCut: (loop: string) => void = () => {},
  ) {
    this.inner = inner;
    this.context = context;
    this.limitedLoops = limitedLoops;
    this.onCut = onCut;
  }

  enter(loop: LoopNode, segment: Segment): void {
    if (this.limitedLoops.has(loop.id)) this.extents.push(newExtent(loop.id));
    const isPassed = !this.extent.isFull;
    this.passed.push(isPassed);
    if (isPassed) this.inner.enter?.(loop, segment);
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
    if (this.passed.pop()) this.inner.leave?.(loop, isComplete);
    if (this.extents.length > 1 && this.extent.loop === loop.id) this.extents.pop();
  }

  end(trailer: Trailer): void {
    this.inner.end?.(trailer);
  }

  private cut(extent: Extent, node: SegmentNode, segment: Segment): void {
    extent.isFull = true;
    this.onCut(extent.loop);
    if (!this.context.validating) return;
    const { id } = node.spec;
    const details = { most_segments: maxSegments };
    this.context.report({ id: 'V148', at: segment.position(), loop: node.loopId, segment: id, details });
  }

  private get extent(): Extent {
    return this.extents[this.extents.length - 1] ?? newExtent('');
  }
}

const newExtent = (loop: string): Extent => ({ loop, segments: 0, bytes: 0, isFull: false });
