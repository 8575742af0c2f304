import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The row that has the focus, or gets it when the focus enters the list. */
export interface ActiveRow {
  readonly at: number;
  setActive(place: number): void;
  focusRow(place: number): HTMLElement | undefined;
  /** Makes a row active, focuses it and scrolls to it. */
  go(place: number): void;
}

/** Follows the active row by its place. `reach` renders the rows around a place to which the list is about to scroll. */
export function useActiveRow(
  body: RefObject<HTMLElement>,
  count: number,
  reach: (place: number) => void,
): ActiveRow {
  const [active, setActive] = useState(0);
  const isGoing = useRef(false);
  const at = Math.min(active, count - 1);
  const focusRow = (place: number) => {
    const row = body.current?.querySelector<HTMLElement>(`[data-place="${place}"]`) ?? undefined;
    row?.focus({ preventScroll: true });
    return row;
  };
  const arrive = () => {
    isGoing.current = false;
    focusRow(at)?.scrollIntoView({ block: 'nearest' });
  };
  useLayoutEffect(() => {
    if (isGoing.current) arrive();
  }, [at]);
  useKeptFocus(body);
  const go = (place: number) => {
    isGoing.current = true;
    reach(place);
    setActive(place);
    if (place === at) arrive();
  };
  return { at, setActive, focusRow, go };
}

/** Gives the focus back to an element of the list that a render has moved, because Preact moves rows when their range shifts. */
function useKeptFocus(body: RefObject<HTMLElement>): void {
  const before = document.activeElement;
  useLayoutEffect(() => {
    if (document.activeElement !== document.body || !(before instanceof HTMLElement)) return;
    if (body.current?.contains(before)) before.focus({ preventScroll: true });
  });
}

/** Returns the place of the row around an element. */
export function placeOf(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
  return row === null ? undefined : Number(row.dataset['place']);
}
