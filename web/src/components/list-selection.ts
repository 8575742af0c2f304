import { useRef } from 'preact/hooks';

/** The selected rows by their keys. */
export interface ListSelection {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
}

/** Changes of the selection, by the places of rows. */
export interface SelectionChanges {
  toggle(place: number): void;
  /** Selects all rows from the one changed last to this one. */
  extend(place: number): void;
  toggleAll(): void;
  clear(): void;
}

/** Changes a selection of rows; undefined if the list has none. */
export function useSelectionChanges(
  selection: ListSelection | undefined,
  rows: { readonly count: number; readonly keyAt: (place: number) => string | undefined },
): SelectionChanges | undefined {
  const anchor = useRef(0);
  if (selection === undefined) return undefined;
  const { selected, onChange } = selection;
  const keysFrom = (first: number, end: number) =>
    Array.from({ length: end - first }, (_, offset) => rows.keyAt(first + offset)).filter(
      (key) => key !== undefined,
    );
  return {
    toggle(place) {
      const key = rows.keyAt(place);
      if (key === undefined) return;
      const next = new Set(selected);
      if (!next.delete(key)) next.add(key);
      anchor.current = place;
      onChange(next);
    },
    extend(place) {
      const [from, to] = anchor.current < place ? [anchor.current, place] : [place, anchor.current];
      onChange(new Set([...selected, ...keysFrom(from, to + 1)]));
    },
    toggleAll() {
      onChange(new Set(selected.size >= rows.count ? [] : keysFrom(0, rows.count)));
    },
    clear() {
      if (selected.size > 0) onChange(new Set());
    },
  };
}
