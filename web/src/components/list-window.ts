import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The rows near the screen: from `first`, up to and without `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

const overscan = 8;
/** The range moves by steps, so that most scroll events render nothing. */
const step = 4;
/** After a jump, the rows in sight are painted first; those around them follow after this many milliseconds. */
const settleTime = 80;
/** All rows are rendered for printing, up to this many. */
const maxPrinted = 2000;

/** Follows the rows of a list that are near the screen. The page or any part of it can scroll. */
export function useRowRange(body: RefObject<HTMLElement>, count: number, rowHeight: number): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, end: Math.min(count, 28) });
  const shown = useRef(range);
  useLayoutEffect(() => {
    let isPrinting = false;
    let settling: ReturnType<typeof setTimeout> | undefined;
    const near = (margin: number, by: number): RowRange => {
      const top = body.current?.getBoundingClientRect().top ?? 0;
      const first = Math.floor((-top / rowHeight - margin) / by) * by;
      const end = Math.ceil(((window.innerHeight - top) / rowHeight + margin) / by) * by;
      return { first: clamp(first, count), end: clamp(end, count) };
    };
    const show = (next: RowRange) => {
      if (shown.current.first === next.first && shown.current.end === next.end) return;
      shown.current = next;
      setRange(next);
    };
    const measure = () => {
      if (body.current === null || isPrinting) return;
      clearTimeout(settling);
      const wide = near(overscan, step);
      const { first, end } = shown.current;
      const added = Math.max(first - wide.first, wide.end - end);
      if (added <= 2 * step) return show(wide);
      const sight = near(0, 1);
      const isJump = wide.first >= end || wide.end <= first;
      // After a page, the rows that are there stay until then.
      show(isJump ? sight : { first: Math.min(first, sight.first), end: Math.max(end, sight.end) });
      settling = setTimeout(() => show(near(overscan, step)), settleTime);
    };
    const print = () => {
      isPrinting = true;
      clearTimeout(settling);
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
      clearTimeout(settling);
    };
  }, [count, rowHeight]);
  return { first: Math.min(range.first, count), end: Math.min(range.end, count) };
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
