import type { ComponentChildren } from 'preact';

/** A column of a list. */
export interface Column<T> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Figures are aligned at the end. */
  readonly align?: 'start' | 'end' | undefined;
  /** As in a grid template: '120px', '2fr'. An equal share of the room unless given. */
  readonly width?: string | undefined;
  /** The person can hide the column; columns like this are left out, the last one first, where there is no room. */
  readonly hideable?: boolean | undefined;
  /** Hidden until the person chooses the column. */
  readonly hidden?: boolean | undefined;
  /** How rows are compared, if all of them are here; true if `onOrder` of the list sorts. */
  readonly sort?: true | ((one: T, other: T) => number) | undefined;
  /** The place on a card, the form of a row on a phone. First column: title; first at the end: value; others: detail. */
  readonly card?: 'title' | 'value' | 'detail' | 'none' | undefined;
}

/** The grid template of columns. The first one names the row, so it gets more of the room that is left. */
export const templateOf = <T>(columns: readonly Column<T>[]): string =>
  columns
    .map(({ width }, place) => {
      if (width !== undefined) return `minmax(56px, ${width})`;
      return place === 0 ? 'minmax(140px, 1.8fr)' : 'minmax(80px, 1fr)';
    })
    .join(' ');

type CardPlace = 'title' | 'value' | 'detail' | 'none';

/** More details than these would leave too little room for each on a phone. */
const maxDetails = 3;

/** The place of each column on a card. */
export function cardPlaces<T>(columns: readonly Column<T>[]): ReadonlyMap<string, CardPlace> {
  const isGiven = (place: CardPlace) => columns.some(({ card }) => card === place);
  const free = columns.filter(({ card }) => card === undefined);
  const title = isGiven('title') ? undefined : free[0];
  const value = isGiven('value')
    ? undefined
    : free.find((column) => column !== title && column.align === 'end');
  const details = free.filter((column) => column !== title && column !== value).slice(0, maxDetails);
  const placeOf = (column: Column<T>): CardPlace => {
    if (column.card !== undefined) return column.card;
    if (column === title) return 'title';
    if (column === value) return 'value';
    return details.includes(column) ? 'detail' : 'none';
  };
  return new Map(columns.map((column) => [column.id, placeOf(column)]));
}

/** Leaves out hideable columns, the last one first, until the others fit into the width. */
export function fitting<T>(columns: readonly Column<T>[], width: number): readonly Column<T>[] {
  if (width <= 0) return columns;
  const chosen = [...columns];
  while (chosen.reduce((sum, column, place) => sum + leastWidth(column, place), 0) > width) {
    const last = chosen.findLastIndex(({ hideable }) => hideable);
    if (last < 0) break;
    chosen.splice(last, 1);
  }
  return chosen;
}

/** The gap between columns, and the room below which texts of a column are cut too often. */
const gap = 12;
const leastWidth = <T>({ width = '' }: Column<T>, place: number): number =>
  gap + (width.endsWith('px') ? Number.parseFloat(width) : place === 0 ? 180 : 110);
