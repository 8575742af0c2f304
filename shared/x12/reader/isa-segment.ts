import { type IsaHeader, isaWidths } from './isa.ts';
import type { SegmentCursor } from './segment-cursor.ts';

/** Sets the element offsets of a cursor whose segment, an ISA, begins at `start(0)`. */
export function placeIsaElements(cursor: SegmentCursor, { delimiters, fixed, end }: IsaHeader): void {
  let from = cursor.start(0) + 4;
  isaWidths.forEach((width, i) => {
    cursor.starts[i + 1] = from;
    from = fixed ? from + width + 1 : cursor.bytes.indexOf(delimiters.element, from) + 1;
  });
  cursor.starts[17] = end + 1;
}

/** The header as its fixed widths demand it, without terminator. */
export function paddedIsa(isa: SegmentCursor): string {
  const separator = String.fromCharCode(isa.delimiters.element);
  const elements = isaWidths.map((width, i) =>
    isa
      .text(i + 1)
      .slice(0, width)
      .padEnd(width),
  );
  return ['ISA', ...elements].join(separator);
}
