import type { FileListener } from '../engine/consumer.ts';
import { X12Engine } from '../engine/engine.ts';
import { feed, type Source } from '../engine/source.ts';
import { allGuides } from '../engine/transactions.ts';
import type { Block, Facts, Fault, Heading, Page, Table } from './block.ts';
import { FileShow } from './file-show.ts';

/**
 * Control characters, line and paragraph separators, and marks that change the direction of writing. A terminal would run
 * the first as commands, and the last show a text in another order than it has.
 */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns text of a file without characters that a terminal or browser would act on. */
function printable(text: string): string {
  return text.replace(unprintable, '·');
}

export interface ShowOptions {
  /** Write one HTML page without scripts. Default: text for a terminal. */
  readonly html?: boolean;
  /** Title of the page. Default: X12 file. */
  readonly title?: string;
}

/**
 * Shows an 837P, 835, 999 or 277CA to people. Yields pieces of the document while the source is read. Faults are shown with
 * their places. The document contains the data of the file. Throws X12Error for input that is not X12.
 */
export async function* show(source: Source, options: ShowOptions = {}): AsyncGenerator<string> {
  const { html = false, title = 'X12 file' } = options;
  const page = pageOf(html);
  let start = page.start(title);
  for await (const text of shownFile(source, page, title)) {
    yield start + text;
    start = '';
  }
  yield start + page.end();
}

export function pageOf(html: boolean): Page {
  return html ? new HtmlPage() : new TextPage();
}

/** Yields the text of one file of a page. `others` listen to the same pass. */
export async function* shownFile(
  source: Source,
  page: Page,
  name: string,
  others: readonly FileListener[] = [],
): AsyncGenerator<string> {
  const file = new FileShow(page, name);
  const engine = new X12Engine({
    guides: allGuides,
    listeners: [...file.listeners(), ...others],
    onFinding: (finding) => file.finding(finding),
  });
  for await (const _ of feed(source, engine)) {
    const text = file.take();
    if (text !== '') yield text;
  }
}

/** Renders blocks as text for a terminal, with aligned columns. */
class TextPage implements Page {
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

/** The style of a page: light and dark, and for paper. */
const style = `
:root { color-scheme: light dark; --text: #1c1c1e; --ground: #ffffff; --muted: #55565c; --line: #c9cad0; --fault: #9b1c1c; --tint: #fdf0f0; }
@media (prefers-color-scheme: dark) {
  :root { --text: #ececf0; --ground: #17181c; --muted: #a9abb5; --line: #43454f; --fault: #ffa3a3; --tint: #3a1d20; }
}
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; color: var(--text); background: var(--ground); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; margin-top: 2.5rem; border-bottom: 2px solid var(--line); }
h3 { font-size: 1.1rem; margin-top: 2rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.15rem 1.5rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; margin: 1rem 0; min-width: 50%; }
caption { text-align: start; font-weight: 600; padding-bottom: 0.3rem; }
th, td { padding: 0.25rem 0.8rem 0.25rem 0; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { color: var(--muted); font-weight: 600; }
tbody th { font-weight: 400; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.fault { color: var(--fault); background: var(--tint); }
p.fault { padding: 0.5rem 0.8rem; border-inline-start: 4px solid var(--fault); }
p.fault span { display: block; }
@media (max-width: 48rem) {
  body { padding: 0.75rem; }
  dl { grid-template-columns: 1fr; }
  dt { margin-top: 0.4rem; }
  table { font-size: 0.8rem; }
  th, td { padding-inline-end: 0.4rem; overflow-wrap: anywhere; }
  .number { white-space: normal; }
}
@media print {
  :root { color-scheme: light; --text: #000000; --ground: #ffffff; --muted: #444444; --line: #999999; --fault: #000000; --tint: #ffffff; }
  body { max-width: none; padding: 0; font-size: 9pt; }
  h2, h3, caption { break-after: avoid; }
  tr, dl, p { break-inside: avoid; }
  thead { display: table-header-group; }
}
`;

/** Renders blocks as one HTML page without scripts and without other resources. */
class HtmlPage implements Page {
  start(title: string): string {
    const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
`;
  }

  block(block: Block): string {
    switch (block.kind) {
      case 'heading':
        return `<h${block.level}>${escaped(block.text)}</h${block.level}>\n`;
      case 'facts':
        return factList(block);
      case 'table':
        return tableMarkup(block);
      case 'fault':
        return faultMarkup(block);
    }
  }

  end(): string {
    return '</main>\n</body>\n</html>\n';
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

function factList({ facts }: Facts): string {
  const items = facts.map(([label, value]) => `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>\n`);
  return `<dl>\n${items.join('')}</dl>\n`;
}

function tableMarkup({ caption, columns, rows }: Table): string {
  const kind = (c: number) => (columns[c]?.isNumber === true ? ' class="number"' : '');
  const heads = columns.map(({ title }, c) => `<th scope="col"${kind(c)}>${escaped(title)}</th>`);
  const body = rows.map(({ cells, isFault }) => {
    const [first = '', ...others] = cells;
    const row = others.map((cell, c) => `<td${kind(c + 1)}>${escaped(cell)}</td>`).join('');
    const mark = isFault === true ? ' class="fault"' : '';
    return `<tr${mark}><th scope="row"${kind(0)}>${escaped(first)}</th>${row}</tr>\n`;
  });
  return `<table>
<caption>${escaped(caption)}</caption>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${body.join('')}</tbody>
</table>
`;
}

function faultMarkup({ text, place }: Fault): string {
  const at = place === undefined ? '' : `<span>at ${escaped(place)}</span>`;
  return `<p class="fault"><strong>Fault:</strong> ${escaped(text)}${at}</p>\n`;
}
