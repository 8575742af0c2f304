/** Rows of a list: from `first`, up to and without `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** The rows near the screen, with `margin` rows on each side. Both ends are multiples of `by`. */
export type RowsNear = (margin: number, by: number) => RowRange;

/** Rows beyond the screen that a scroll adds, on each side. */
const overscan = 8;
/** A scroll adds rows only if fewer than these are left beyond the screen. */
const lead = 2;
/** The range moves by steps, so that most scroll events render nothing. */
export const step = 4;

/** The rows after a scroll: with some beyond the screen, unless there are many to add already. */
export function scrolled(there: RowRange, sight: RowRange, near: RowsNear): RowRange {
  const least = near(lead, 1);
  if (there.first <= least.first && there.end >= least.end) return there;
  const wide = union(near(overscan, step), there);
  const added = Math.max(there.first - wide.first, wide.end - there.end);
  return added <= 2 * step ? wide : union(sight, there);
}

/** The rows in sight after the list has scrolled as little as shows a row. `rows` fit on the screen. */
export function sightAfter(place: number, sight: RowRange, rows: number): RowRange {
  if (place < sight.first) return { first: place, end: place + rows };
  return place < sight.end ? sight : { first: place + 1 - rows, end: place + 1 };
}

/** Returns as many of the rows in sight as are painted first. They begin at the focus, the first row after a jump up, else the last one. */
export function edgeOf(sight: RowRange, before: RowRange, rows: number): RowRange {
  const shown = Math.min(rows, sight.end - sight.first);
  return before.first > sight.first
    ? { first: sight.first, end: sight.first + shown }
    : { first: sight.end - shown, end: sight.end };
}

/** Whether no row lies between two ranges. */
export const touches = (one: RowRange, other: RowRange): boolean =>
  one.first <= other.end && one.end >= other.first;

/** The rows that both ranges have. */
export function overlap(one: RowRange, other: RowRange): RowRange {
  const first = Math.max(one.first, other.first);
  return { first, end: Math.max(first, Math.min(one.end, other.end)) };
}

/** One range over both. */
const union = (one: RowRange, other: RowRange): RowRange => ({
  first: Math.min(one.first, other.first),
  end: Math.max(one.end, other.end),
});
