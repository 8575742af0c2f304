import type { Block, Facts, Fault, Heading, Page, Table } from './block.ts';
import { printable } from './printable-text.ts';

/** Renders blocks as text for a terminal, with aligned columns. */
export class TextPage implements Page {
  start(): string {
    return '';
  }

  block(block: Block): string {
    switch (block.kind) {
      case 'heading':
        return headingText(block);
      case 'facts':
        return `${factLines(block)}\n`;
      case 'table':
        return `${tableLines(block)}\n`;
      case 'fault':
        return `${faultText(block)}\n`;
    }
  }

  end(): string {
    return '';
  }
}

const underlines = { 1: '#', 2: '=', 3: '-' } as const;

function headingText({ level, text }: Heading): string {
  const line = printable(text);
  return `${line}\n${underlines[level].repeat(line.length)}\n\n`;
}

function factLines({ facts }: Facts): string {
  const width = Math.max(...facts.map(([label]) => label.length));
  return facts.map(([label, value]) => `  ${label.padEnd(width)}  ${printable(value)}\n`).join('');
}

/** Maximum width of a column. Longer cells exceed it, so that one long value does not widen every row. */
const maxWidth = 72;

function tableLines({ caption, columns, rows }: Table): string {
  const lines = [columns.map(({ title }) => title), ...rows.map(({ cells }) => cells.map(printable))];
  const widths = columns.map((_, c) => widthOf(lines, c));
  const aligned = lines.map((cells) =>
    columns
      .map(({ isNumber }, c) => {
        const cell = cells[c] ?? '';
        return isNumber === true ? cell.padStart(widths[c] ?? 0) : cell.padEnd(widths[c] ?? 0);
      })
      .join('  ')
      .trimEnd(),
  );
  const [head = '', ...body] = aligned;
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [`${printable(caption)}:`, head, rule, ...body].map((line) => `  ${line}\n`).join('');
}

function widthOf(lines: readonly (readonly string[])[], column: number): number {
  let width = 0;
  for (const cells of lines) width = Math.max(width, cells[column]?.length ?? 0);
  return Math.min(width, maxWidth);
}

function faultText({ text, place }: Fault): string {
  const at = place === undefined ? '' : `\n    at ${printable(place)}`;
  return `  ! ${printable(text)}${at}\n`;
}
