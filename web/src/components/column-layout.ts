import type { ComponentChildren } from 'preact';

/** A column of a list. */
export interface Column<T> {
  readonly id: string;
  readonly label: string;
  /** The label is read aloud only. A column of buttons is too narrow for it. */
  readonly isLabelUnseen?: boolean | undefined;
  readonly cell: (row: T) => ComponentChildren;
  /** Figures are aligned at the end. */
  readonly align?: 'start' | 'end' | undefined;
  /** As in a grid template. An equal share of the room unless given. */
  readonly width?: `${number}px` | `${number}fr` | undefined;
  /** The person can hide the column; columns like this are left out, the last one first, where there is no room. */
  readonly hideable?: boolean | undefined;
  /** Hidden until the person chooses the column. */
  readonly hidden?: boolean | undefined;
  /** How rows are compared, if all of them are here; true if `onOrder` of the list sorts. */
  readonly sort?: true | ((one: T, other: T) => number) | undefined;
  /**
   * The place on a card, the form of a row on a phone. First column: title; first at the end: value; others: detail. A `line`
   * below the details makes the cards taller, for a text that has no room beside them.
   */
  readonly card?: CardPlace | undefined;
  /** A card shows the label before the content, which says nothing alone, such as a count. */
  readonly labelOnCard?: boolean | undefined;
}

/** The grid template of columns. */
export const templateOf = <T>(columns: readonly Column<T>[]): string =>
  columns
    .map(trackOf)
    .map(({ least, share, pixels }) => `minmax(${least}px, ${share > 0 ? `${share}fr` : `${pixels}px`})`)
    .join(' ');

/** The gap between columns, and the padding of a row, in pixels; as in list.css. */
const gap = 12;
const rowPadding = 8 + 40;
const selectWidth = 40;

/**
 * The width of each column in pixels, as the grid gives it to them in a list of `width` pixels. Undefined where there is too
 * little room for all.
 */
export function columnWidths<T>(
  columns: readonly Column<T>[],
  width: number,
  canSelect: boolean,
): readonly number[] | undefined {
  const others = rowPadding + (canSelect ? selectWidth + gap : 0) + gap * (columns.length - 1);
  const tracks = columns.map(trackOf);
  const widths = tracks.map(({ share, pixels }) => (share === 0 ? pixels : undefined));
  for (;;) {
    const rest = width - others - widths.reduce<number>((sum, pixels = 0) => sum + pixels, 0);
    if (rest < 0) return undefined;
    const shares = tracks.reduce((sum, { share }, at) => sum + (widths[at] === undefined ? share : 0), 0);
    const narrow = tracks.findIndex(
      ({ least, share }, at) => widths[at] === undefined && (share * rest) / shares < least,
    );
    if (narrow < 0) return tracks.map(({ share }, at) => widths[at] ?? (share * rest) / shares);
    widths[narrow] = tracks[narrow]?.least;
  }
}

interface Track {
  readonly least: number;
  /** The share of the room that is left; 0 for a width in pixels. */
  readonly share: number;
  readonly pixels: number;
}

/** The track of a column. The first one names the row, so it gets more of the room that is left. */
function trackOf<T>({ width }: Column<T>, place: number): Track {
  const number = Number.parseFloat(width ?? '');
  if (width === undefined)
    return place === 0 ? { least: 140, share: 1.8, pixels: 0 } : { least: 80, share: 1, pixels: 0 };
  if (width.endsWith('fr')) return { least: 56, share: number, pixels: 0 };
  return { least: 56, share: 0, pixels: Math.max(56, number) };
}

type CardPlace = 'title' | 'value' | 'detail' | 'line' | 'none';

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

/** The room of a column and its gap; below it, texts are cut too often. */
const leastWidth = <T>({ width }: Column<T>, place: number): number =>
  gap + (width?.endsWith('px') ? Number.parseFloat(width) : place === 0 ? 180 : 110);
