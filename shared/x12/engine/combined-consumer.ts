import type { Segment } from '../reader/segment.ts';
import type { LoopNode, SegmentNode, SetConsumer, Trailer } from './consumer.ts';

const silent: SetConsumer = { segment() {} };

/** Combines consumers into one that calls each in order. */
export function combineConsumers(all: readonly (SetConsumer | undefined)[]): SetConsumer {
  const consumers = all.filter((one) => one !== undefined);
  const [first, ...others] = consumers;
  if (first === undefined) return silent;
  return others.length === 0 ? first : new CombinedConsumer(consumers);
}

class CombinedConsumer implements SetConsumer {
  private readonly consumers: readonly SetConsumer[];

  constructor(consumers: readonly SetConsumer[]) {
    this.consumers = consumers;
  }

  every(segment: Segment): void {
    for (const consumer of this.consumers) consumer.every?.(segment);
  }

  enter(loop: LoopNode, segment: Segment): void {
    for (const consumer of this.consumers) consumer.enter?.(loop, segment);
  }

  segment(node: SegmentNode, segment: Segment): void {
    for (const consumer of this.consumers) consumer.segment(node, segment);
  }

  leave(loop: LoopNode, isComplete: boolean): void {
    for (const consumer of this.consumers) consumer.leave?.(loop, isComplete);
  }

  end(trailer: Trailer): void {
    for (const consumer of this.consumers) consumer.end?.(trailer);
  }
}
