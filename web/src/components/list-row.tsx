import { Component, type ComponentChildren, isValidElement } from 'preact';
import { texts } from '#web/text/texts.ts';
import { Badge } from './badge.tsx';
import { type Column, cardPlaces } from './column-layout.ts';
import { Menu } from './menu.tsx';

/**
 * A cell of a row, or of a card, which gives no width. It cuts content that may be wider than `width`, the pixels of its column;
 * 0 where they are not known.
 */
function cellOf<T>(row: T, column: Column<T>, name: string, width?: number, link?: RowLink) {
  const content = column.cell(row);
  const names = [name];
  if (column.align === 'end') names.push('list-end');
  if (width !== undefined && !fits(content, width)) names.push('list-cut');
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are virtual, so the list is no table
    // biome-ignore lint/a11y/useFocusableInteractive: the row has the focus
    <div key={column.id} class={names.join(' ')} role="gridcell">
      {width === undefined && column.labelOnCard && content !== '' && `${column.label} `}
      {link?.href === undefined ? content : linkAround(content, link)}
    </div>
  );
}

/** The address of a row, and its name where its first cell is empty. */
interface RowLink {
  readonly href: string | undefined;
  readonly label: string;
}

/** A link that the browser can open in another tab. The row has the focus, and the list follows a plain click itself. */
function linkAround(content: ComponentChildren, { href, label }: RowLink) {
  const isEmpty = content === undefined || content === null || content === '' || content === false;
  return (
    <a class="list-link" href={href} tabIndex={-1} aria-label={isEmpty ? label : undefined} draggable={false}>
      {content}
    </a>
  );
}

/** Whether a content is certain to fit into a width in pixels. */
function fits(content: ComponentChildren, width: number): boolean {
  if (typeof content === 'string') return textWidth(content) <= width;
  if (typeof content === 'number' || typeof content === 'bigint') return textWidth(String(content)) <= width;
  if (typeof content !== 'object' || content === null) return true;
  // A badge cuts its word itself.
  return isValidElement(content) && (content.type === Badge || content.type === Menu);
}

/** Pixels that a text takes at most, in any usual font and with wide spacing. */
function textWidth(text: string): number {
  let ems = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x2000) ems += 1.15;
    else ems += code >= 0x41 && code <= 0x5a ? 0.85 : 0.7;
  }
  return ems * fontSize();
}

let measured: number | undefined;

/** The size of the text in pixels, as the person has set it. */
function fontSize(): number {
  measured ??= Number.parseFloat(getComputedStyle(document.body).fontSize);
  return measured;
}

/** Properties of a row. They are compared one by one, so that a key press renders two rows only. */
export interface RowProps<T> {
  readonly row: T;
  readonly place: number;
  readonly columns: readonly Column<T>[];
  /** Pixels of each column, if known. */
  readonly widths: readonly number[] | undefined;
  readonly height: number;
  readonly isCard: boolean;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly canOpen: boolean;
  /** The page of the row, or of the list with the panel of the row. */
  readonly href: string | undefined;
  /** Undefined if rows cannot be selected. */
  readonly isSelected: boolean | undefined;
  readonly label: string;
}

/** A row of a list, as a line of cells or as a card. The list handles its events. */
export class Row<T> extends Component<RowProps<T>> {
  override shouldComponentUpdate(next: RowProps<T>): boolean {
    return changed(this.props, next);
  }

  override render({
    row,
    place,
    columns,
    widths,
    height,
    isCard,
    isActive,
    isOpen,
    canOpen,
    href,
    isSelected,
    label,
  }: RowProps<T>) {
    const link = { href, label };
    const names = ['list-row'];
    if (isOpen) names.push('list-row-open');
    if (isSelected) names.push('list-row-selected');
    if (canOpen) names.push('list-row-link');
    return (
      // biome-ignore lint/a11y/useSemanticElements: rows are virtual, so the list is no table
      <div
        class={names.join(' ')}
        role="row"
        aria-rowindex={place + 2}
        aria-selected={isSelected}
        aria-current={isOpen ? true : undefined}
        tabIndex={isActive ? 0 : -1}
        data-place={place}
        style={{ insetBlockStart: `${place * height}px` }}
      >
        {isSelected !== undefined && (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: the row has the focus
          <div class="list-cell list-select" role="gridcell">
            <input type="checkbox" tabIndex={-1} checked={isSelected} aria-label={texts.list.select(label)} />
          </div>
        )}
        {isCard
          ? cardOf(row, columns, link)
          : columns.map((column, at) =>
              cellOf(row, column, 'list-cell', widths?.[at] ?? 0, at === 0 ? link : undefined),
            )}
      </div>
    );
  }
}

function cardOf<T>(row: T, columns: readonly Column<T>[], link: RowLink): ComponentChildren {
  const places = cardPlaces(columns);
  const at = (place: string) => columns.filter(({ id }) => places.get(id) === place);
  return (
    <div class="list-card">
      <div class="list-card-top">
        {at('title').map((column) => cellOf(row, column, 'list-card-title', undefined, link))}
        {at('value').map((column) => cellOf(row, column, 'list-card-value'))}
      </div>
      <div class="list-card-details">
        {at('detail').map((column) => cellOf(row, column, 'list-card-detail'))}
      </div>
      {at('line').map((column) => cellOf(row, column, 'list-card-line'))}
    </div>
  );
}

function changed<T>(before: RowProps<T>, next: RowProps<T>): boolean {
  return (
    before.row !== next.row ||
    before.place !== next.place ||
    before.columns !== next.columns ||
    before.widths !== next.widths ||
    before.height !== next.height ||
    before.isCard !== next.isCard ||
    before.isActive !== next.isActive ||
    before.isOpen !== next.isOpen ||
    before.href !== next.href ||
    before.isSelected !== next.isSelected ||
    before.label !== next.label
  );
}
