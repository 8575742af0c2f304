import type { Refusal } from '../capacity/limits.ts';

/** The reason of a throttle as DynamoDB names it, such as IndexWriteKeyRangeThroughputExceeded. */
export function reasonOf([first]: readonly Refusal[]): string {
  const resource = first?.charge.index === undefined ? 'Table' : 'Index';
  const operation = first?.charge.kind === 'read' ? 'Read' : 'Write';
  // A new table has as many partitions as its first units need, so its limit is that of its partitions.
  return `${resource}${operation}KeyRangeThroughputExceeded`;
}
