import type { Block, Facts, Fault, Page, Table } from './block.ts';
import { style } from './html-style.ts';
import { printable } from './printable-text.ts';

/** Renders blocks as one HTML page without scripts and without other resources. */
export class HtmlPage implements Page {
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
