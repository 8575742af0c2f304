import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The rows near the screen: from `first`, up to and without `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
  /** Rows that a jump has left. They are removed after the new ones are painted. */
  readonly left?: RowRange | undefined;
}

/** Rows beyond the screen that a scroll adds, on each side. */
const overscan = 8;
/** A scroll adds rows only if fewer than these are left beyond the screen. */
const lead = 2;
/** The range moves by steps, so that most scroll events render nothing. */
const step = 4;
/** When nothing has moved for this many milliseconds, a page of rows is rendered on each side, a few at a time. */
const restTime = 80;
const fillRows = 6;
/** All rows are rendered for printing, up to this many. */
const maxPrinted = 2000;

/**
 * Follows the rows of a list that are near the screen. The page or any part of it can scroll. Page Down finds its rows rendered,
 * and after a jump half of the rows in sight are painted before the others, so that a key is answered at once.
 */
export function useRowRange(body: RefObject<HTMLElement>, count: number, rowHeight: number): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, end: Math.min(count, 28) });
  const shown = useRef(range);
  useLayoutEffect(() => {
    let isPrinting = false;
    let isMoving = false;
    let filling: ReturnType<typeof setTimeout> | undefined;
    const near = (margin: number, by: number): RowRange => {
      const top = body.current?.getBoundingClientRect().top ?? 0;
      const first = Math.floor((-top / rowHeight - margin) / by) * by;
      const end = Math.ceil(((window.innerHeight - top) / rowHeight + margin) / by) * by;
      return { first: clamp(first, count), end: clamp(end, count) };
    };
    const page = () => near(Math.ceil(window.innerHeight / rowHeight), step);
    const show = (next: RowRange) => {
      const { first, end, left } = shown.current;
      if (first === next.first && end === next.end && left === next.left) return;
      shown.current = next;
      setRange(next);
    };
    const fill = () => {
      isMoving = false;
      const goal = page();
      const { first, end } = overlap(shown.current, goal);
      show({ first: Math.max(goal.first, first - fillRows), end: Math.min(goal.end, end + fillRows) });
      if (shown.current.first > goal.first || shown.current.end < goal.end) filling = setTimeout(fill, 16);
    };
    const measure = () => {
      if (body.current === null || isPrinting) return;
      clearTimeout(filling);
      const there = shown.current;
      const sight = near(0, 1);
      const isJump = there.first > sight.end || there.end < sight.first;
      if (!isJump) show(overlap(scrolled(there, sight, near), page()));
      else show(isMoving ? sight : { ...halfOf(sight, there), left: { first: there.first, end: there.end } });
      filling = setTimeout(fill, isJump && !isMoving ? 0 : restTime);
      isMoving = true;
    };
    const print = () => {
      isPrinting = true;
      clearTimeout(filling);
      show({ first: 0, end: Math.min(count, maxPrinted) });
    };
    const printed = () => {
      isPrinting = false;
      measure();
    };
    measure();
    const listen = new AbortController();
    const { signal } = listen;
    document.addEventListener('scroll', measure, { capture: true, passive: true, signal });
    window.addEventListener('resize', measure, { signal });
    window.addEventListener('beforeprint', print, { signal });
    window.addEventListener('afterprint', printed, { signal });
    return () => {
      listen.abort();
      clearTimeout(filling);
    };
  }, [count, rowHeight]);
  return { first: Math.min(range.first, count), end: Math.min(range.end, count), left: range.left };
}

/** The rows after a scroll: with some beyond the screen, unless there are many to add already. */
function scrolled(
  there: RowRange,
  sight: RowRange,
  near: (margin: number, by: number) => RowRange,
): RowRange {
  const least = near(lead, 1);
  if (there.first <= least.first && there.end >= least.end) return there;
  const wide = union(near(overscan, step), there);
  const added = Math.max(there.first - wide.first, wide.end - there.end);
  return added <= 2 * step ? wide : union(sight, there);
}

/** The half of the rows in sight in which the focus is: the first one after a jump up, otherwise the last one. */
function halfOf(sight: RowRange, before: RowRange): RowRange {
  const half = Math.ceil((sight.end - sight.first) / 2);
  return before.first > sight.first
    ? { first: sight.first, end: sight.first + half }
    : { first: sight.end - half, end: sight.end };
}

/** Follows the width of an element; 0 before the first layout. */
export function useWidth(element: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (element.current === null) return;
    setWidth(element.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return width;
}

const clamp = (place: number, count: number): number => Math.max(0, Math.min(count, place));

/** The rows that both ranges have. */
function overlap(one: RowRange, other: RowRange): RowRange {
  const first = Math.max(one.first, other.first);
  return { first, end: Math.max(first, Math.min(one.end, other.end)) };
}

/** One range over both. */
const union = (one: RowRange, other: RowRange): RowRange => ({
  first: Math.min(one.first, other.first),
  end: Math.max(one.end, other.end),
});
