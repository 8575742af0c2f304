import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { AddressPanel } from '#web/data/address-state.ts';
import type { BulkAction } from './bulk-bar.tsx';
import type { Column } from './column-layout.ts';
import type { ListSelection } from './list-selection.ts';

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

/** Properties of a list. */
export interface ListProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly rowKey: (row: T) => string;
  /** The name of a row for screen readers, such as the order's number; the key unless given. */
  readonly rowLabel?: ((row: T) => string) | undefined;
  /** The panel that click and Enter open with the key of the row. */
  readonly panel?: AddressPanel | undefined;
  /** The page of a row, for Ctrl+Enter and for another tab; without `panel` for click and Enter, too. */
  readonly pageOf?: ((row: T) => string | undefined) | undefined;
  /** What happens beside, when a row is opened. */
  readonly onOpen?: ((row: T) => void) | undefined;
  readonly selection?: ListSelection | undefined;
  readonly bulkActions?: readonly BulkAction[] | undefined;
  readonly hasMore?: boolean | undefined;
  readonly onMore?: (() => unknown) | undefined;
  readonly isLoading?: boolean | undefined;
  readonly error?: unknown;
  readonly onRetry?: (() => unknown) | undefined;
  readonly empty: ComponentChildren;
  /** The order made by the service. Without it, the list sorts by the comparisons of its columns. */
  readonly order?: ListOrder | undefined;
  readonly onOrder?: ((order: ListOrder) => void) | undefined;
}
