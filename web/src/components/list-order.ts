import { useMemo, useState } from 'preact/hooks';
import type { Column } from './column-layout.ts';

/** By which column, and in which direction, the rows are sorted. */
export interface ListOrder {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

/** Sorts rows that are all here by the comparison of a column. */
export function useOrder<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  isComplete: boolean,
): {
  readonly rows: readonly T[];
  readonly order: ListOrder | undefined;
  readonly setOrder: (order: ListOrder) => void;
} {
  const [order, setOrder] = useState<ListOrder>();
  const sorted = useMemo(() => {
    const compare = columns.find(({ id }) => id === order?.column)?.sort;
    if (order === undefined || !isComplete || typeof compare !== 'function') return rows;
    return rows.toSorted(order.direction === 'ascending' ? compare : (one, other) => compare(other, one));
  }, [rows, order, isComplete]);
  return { rows: sorted, order, setOrder };
}
