import { useLayoutEffect, useState } from 'preact/hooks';
import { usedEntries } from '#web/data/entries.ts';

/** Longer than a slow network takes: a page that is shown before its data moves when the data arrives. */
const longestWait = 10_000;

/**
 * Whether the awaited data of a page has arrived, or failed. Until then the page is laid out but not visible, so that its parts
 * do not move under the eyes of the person. `place` names the page that is shown; `page` is undefined while its code loads.
 */
export function useReadiness(place: string, page: unknown): boolean {
  const [readyPlace, setReadyPlace] = useState<string>();
  useLayoutEffect(() => {
    if (page === undefined) return;
    const show = () => setReadyPlace(place);
    if (isSettled()) return show();
    let frame = requestAnimationFrame(function look() {
      // Data can lead to a further query, which starts with the next frame.
      frame = requestAnimationFrame(() => (isSettled() ? show() : look()));
    });
    const timer = setTimeout(show, longestWait);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [place, page]);
  return readyPlace === place;
}

const isSettled = (): boolean =>
  usedEntries().every(({ isAwaited, state }) => {
    const { readAt, error } = state.peek();
    return !isAwaited || readAt !== undefined || error !== undefined;
  });
