import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { SelectionChanges } from './list-selection.ts';
import { isTyping } from './search-field.tsx';

/** What the keys of a list act on. */
export interface ListKeys {
  readonly active: number;
  readonly count: number;
  readonly pageRows: () => number;
  readonly go: (place: number) => void;
  readonly open: (place: number, isPage: boolean) => void;
  readonly changes: SelectionChanges | undefined;
}

/** Handles a key pressed on a row. Returns whether the key has a meaning in lists. */
export function handleListKey(event: KeyboardEvent, list: ListKeys): boolean {
  const place = targetPlace(event, list);
  if (place !== undefined) {
    if (event.shiftKey && list.changes) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') list.changes.extend(place);
    }
    list.go(place);
    return true;
  }
  if (event.key === 'Enter') {
    list.open(list.active, event.ctrlKey || event.metaKey);
    return true;
  }
  if (list.changes === undefined) return false;
  if ((event.ctrlKey || event.metaKey) && event.key === 'a') list.changes.toggleAll();
  else if (event.ctrlKey || event.metaKey || event.altKey) return false;
  else if (event.key === 'x' || event.key === ' ') {
    if (event.shiftKey) list.changes.extend(list.active);
    else list.changes.toggle(list.active);
  } else if (event.key === 'X') list.changes.extend(list.active);
  else if (event.key === 'Escape') list.changes.clear();
  else return false;
  return true;
}

/** Lets `j` and `k` enter the list while nothing else on the page has the focus. */
export function useEntryKeys(grid: RefObject<HTMLElement>, enter: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.key !== 'j' && event.key !== 'k') || isTyping(event.target)) return;
      // After a navigation, the focus is on the heading of the page.
      const focused = document.activeElement;
      const isFree = focused === null || focused === document.body || focused.matches('main, main h1');
      if (!isFree) return;
      if (grid.current === null || grid.current.closest('[inert]') !== null) return;
      event.preventDefault();
      enter();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function targetPlace(event: KeyboardEvent, list: ListKeys): number | undefined {
  if (event.altKey || ((event.ctrlKey || event.metaKey) && !['Home', 'End'].includes(event.key)))
    return undefined;
  const limit = (place: number) => Math.max(0, Math.min(list.count - 1, place));
  switch (event.key) {
    case 'j':
    case 'ArrowDown':
      return limit(list.active + 1);
    case 'k':
    case 'ArrowUp':
      return limit(list.active - 1);
    case 'PageDown':
      return limit(list.active + list.pageRows());
    case 'PageUp':
      return limit(list.active - list.pageRows());
    case 'Home':
      return 0;
    case 'End':
      return list.count - 1;
    default:
      return undefined;
  }
}
