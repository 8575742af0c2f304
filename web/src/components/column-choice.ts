import { useMemo, useState } from 'preact/hooks';
import { type Column, columnWidths, fitting } from './column-layout.ts';

/** The columns that are shown, and those that can be chosen. */
export interface ColumnChoice<T> {
  readonly shown: readonly Column<T>[];
  /** Pixels of each shown column; undefined before the first layout and where there is too little room. */
  readonly widths: readonly number[] | undefined;
  readonly hidden: ReadonlySet<string>;
  toggle(id: string): void;
}

/** Keeps the choice of columns on the device, by the ids of the columns. */
export function useColumnChoice<T>(
  columns: readonly Column<T>[],
  width: number,
  canSelect: boolean,
): ColumnChoice<T> {
  const key = `granary.columns.${columns.map(({ id }) => id).join(',')}`;
  const [hidden, setHidden] = useState(() => readHidden(key) ?? hiddenAtFirst(columns));
  const shown = useMemo(
    () =>
      fitting(
        columns.filter(({ id, hideable }) => !(hideable && hidden.has(id))),
        width - (canSelect ? 80 : 40),
      ),
    [columns, hidden, width, canSelect],
  );
  const widths = useMemo(() => columnWidths(shown, width, canSelect), [shown, width, canSelect]);
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    localStorage.setItem(key, JSON.stringify([...next]));
    setHidden(next);
  };
  return { shown, widths, hidden, toggle };
}

const hiddenAtFirst = <T>(columns: readonly Column<T>[]): ReadonlySet<string> =>
  new Set(columns.filter(({ hidden }) => hidden).map(({ id }) => id));

function readHidden(key: string): ReadonlySet<string> | undefined {
  const kept = localStorage.getItem(key);
  if (kept === null) return undefined;
  const ids: unknown = JSON.parse(kept);
  return new Set(Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : []);
}
