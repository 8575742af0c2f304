import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { edgeOf, overlap, type RowRange, scrolled, sightAfter, step, touches } from './row-range.ts';

/** The rows to render. */
export interface ShownRows extends RowRange {
  /** Rows that a jump has left. They are removed after the new ones are painted. */
  readonly left?: RowRange | undefined;
}

/** When nothing has moved for this many milliseconds, a page of rows is rendered on each side, a few at a time. */
const restTime = 80;
const fillRows = 6;
/** Rows that a key renders at the place it jumps to. Others follow when these are painted. */
const reachedRows = 4;
/** All rows are rendered for printing, up to this many. */
export const maxPrinted = 2000;

/**
 * Follows the rows of a list that are near the screen. The page or any part of it can scroll. Page Down finds its rows rendered,
 * and after a jump a few of the rows in sight are painted before the others, so that a key is answered at once. `reach` renders
 * the rows around a place before the list scrolls to it, so that a jump renders and lays out once.
 */
export function useRowRange(
  body: RefObject<HTMLElement>,
  count: number,
  rowHeight: number,
): { readonly range: ShownRows; readonly reach: (place: number) => void } {
  const [range, setRange] = useState<ShownRows>({ first: 0, end: Math.min(count, 28) });
  const shown = useRef(range);
  const follow = useRef<(place: number) => void>();
  useLayoutEffect(() => {
    let isPrinting = false;
    let isMoving = false;
    let isPartial = false;
    let isReached = false;
    let filling: ReturnType<typeof setTimeout> | undefined;
    const near = (margin: number, by: number): RowRange => {
      const top = body.current?.getBoundingClientRect().top ?? 0;
      const first = Math.floor((-top / rowHeight - margin) / by) * by;
      const end = Math.ceil(((window.innerHeight - top) / rowHeight + margin) / by) * by;
      return within({ first, end }, count);
    };
    const screenRows = () => Math.ceil(window.innerHeight / rowHeight);
    const page = () => near(screenRows(), step);
    const show = (next: ShownRows) => {
      const { first, end, left } = shown.current;
      if (first === next.first && end === next.end && left === next.left) return;
      shown.current = next;
      setRange(next);
    };
    const fill = () => {
      isMoving = false;
      isPartial = false;
      isReached = false;
      const goal = page();
      const { first, end } = overlap(shown.current, goal);
      show({ first: Math.max(goal.first, first - fillRows), end: Math.min(goal.end, end + fillRows) });
      if (shown.current.first > goal.first || shown.current.end < goal.end) filling = setTimeout(fill, 16);
    };
    const jump = (sight: RowRange, rows: number) => {
      const { first, end } = shown.current;
      isPartial = !isMoving;
      show(isPartial ? { ...edgeOf(sight, shown.current, rows), left: { first, end } } : sight);
    };
    const moved = () => {
      isMoving = true;
      clearTimeout(filling);
      filling = setTimeout(fill, isPartial && !isReached ? 0 : restTime);
    };
    const measure = () => {
      if (body.current === null || isPrinting) return;
      const sight = near(0, 1);
      if (isReached) isReached = false;
      else if (!touches(shown.current, sight)) jump(sight, Math.ceil((sight.end - sight.first) / 2));
      else {
        isPartial = false;
        show(overlap(scrolled(shown.current, sight, near), page()));
      }
      moved();
    };
    follow.current = (place) => {
      const sight = within(sightAfter(place, near(0, 1), screenRows()), count);
      if (isPrinting || touches(shown.current, sight)) return;
      jump(sight, reachedRows);
      isReached = true;
      moved();
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
  return {
    range: { first: Math.min(range.first, count), end: Math.min(range.end, count), left: range.left },
    reach: (place) => follow.current?.(place),
  };
}

/** The rows of a range that the list has. */
const within = ({ first, end }: RowRange, count: number): RowRange => ({
  first: Math.max(0, Math.min(count, first)),
  end: Math.max(0, Math.min(count, end)),
});

/**
 * Follows the width of an element. Before the first layout it is 0, or the width of a narrow screen: rows that are laid out side by
 * side there, if only once, make a phone widen the page and move what is on it.
 */
export function useWidth(element: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(() => (window.innerWidth < 560 ? window.innerWidth : 0));
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
