import type { SetConsumer } from './consumer.ts';

/** Combines consumers into one that calls each in order. */
export function combineConsumers(all: readonly (SetConsumer | undefined)[]): SetConsumer {
  const consumers = all.filter((one) => one !== undefined);
  const [first, ...others] = consumers;
  if (first === undefined) return { segment() {} };
  if (others.length === 0) return first;
  return {
    every(segment) {
      for (const consumer of consumers) consumer.every?.(segment);
    },
    enter(loop, segment) {
      for (const consumer of consumers) consumer.enter?.(loop, segment);
    },
    segment(node, segment) {
      for (const consumer of consumers) consumer.segment(node, segment);
    },
    leave(loop, isComplete) {
      for (const consumer of consumers) consumer.leave?.(loop, isComplete);
    },
    end(trailer) {
      for (const consumer of consumers) consumer.end?.(trailer);
    },
  };
}
