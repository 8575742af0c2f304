import type { SetContext } from '#x12/engine/consumer.ts';

/** Where a set stands in its file. */
export type SetPosition = Pick<SetContext, 'interchange' | 'group' | 'set'>;

/** Names a set by its place in the file, which the file's own numbers need not do. */
export const positionKey = ({ interchange, group, set }: SetPosition): string =>
  `${interchange.number}.${group.number}.${set.number}`;
