import { type ComponentChildren, isValidElement } from 'preact';
import { Badge } from './badge.tsx';
import type { Column } from './column-layout.ts';
import { Menu } from './menu.tsx';

/**
 * A cell of a row, or of a card, which gives no width. It cuts content that may be wider than `width`, the pixels of its column;
 * 0 where they are not known.
 */
export function cellOf<T>(row: T, column: Column<T>, name: string, width?: number) {
  const content = column.cell(row);
  const names = [name];
  if (column.align === 'end') names.push('list-end');
  if (width !== undefined && !fits(content, width)) names.push('list-cut');
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are virtual, so the list is no table
    // biome-ignore lint/a11y/useFocusableInteractive: the row has the focus
    <div key={column.id} class={names.join(' ')} role="gridcell">
      {width === undefined && column.labelOnCard && `${column.label} `}
      {content}
    </div>
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
