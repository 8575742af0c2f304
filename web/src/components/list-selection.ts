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
  keys: () => readonly string[],
): SelectionChanges | undefined {
  const anchor = useRef(0);
  if (selection === undefined) return undefined;
  const { selected, onChange } = selection;
  return {
    toggle(place) {
      const key = keys()[place];
      if (key === undefined) return;
      const next = new Set(selected);
      if (!next.delete(key)) next.add(key);
      anchor.current = place;
      onChange(next);
    },
    extend(place) {
      const [from, to] = anchor.current < place ? [anchor.current, place] : [place, anchor.current];
      onChange(new Set([...selected, ...keys().slice(from, to + 1)]));
    },
    toggleAll() {
      onChange(new Set(selected.size >= keys().length ? [] : keys()));
    },
    clear() {
      if (selected.size > 0) onChange(new Set());
    },
  };
}
