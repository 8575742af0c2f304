import { createHash } from 'node:crypto';
import type { PrintedDocument, PrintedSection, PrintedTable } from './eob.ts';

const style = `
body { font: 14px/1.4 system-ui, sans-serif; color: #111; max-width: 60em; margin: 2em auto; padding: 0 1em }
h1 { font-size: 1.4em } h2 { font-size: 1.1em; margin: 1.6em 0 .4em; border-bottom: 1px solid #999 }
section { break-inside: avoid-page }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1em 1.5em; margin: 0 }
dt { color: #444 } dd { margin: 0 }
table { border-collapse: collapse; width: 100%; margin: .8em 0 }
th, td { text-align: left; padding: .2em .5em; border-bottom: 1px solid #ddd; vertical-align: top }
.amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
@media print { body { margin: 0; max-width: none; font-size: 11px } @page { margin: 15mm } }
`;

/** Policy of the page: its own style and nothing else, no scripts, frames, forms or requests. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A document as one HTML page that needs no other file. */
export const htmlOf = ({ title, sections }: PrintedDocument): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${style}</style></head>
<body><h1>${escaped(title)}</h1>
${sections.map(sectionHtml).join('\n')}
</body>
</html>
`;

const sectionHtml = ({ heading, facts = [], tables = [], notes = [] }: PrintedSection): string =>
  [
    `<section><h2>${escaped(heading)}</h2>`,
    facts.length === 0 ? '' : `<dl>${facts.map(factHtml).join('')}</dl>`,
    ...tables.map(tableHtml),
    ...notes.map((note) => `<p>${escaped(note)}</p>`),
    '</section>',
  ].join('');

const factHtml = ([label, value]: readonly [string, string]): string =>
  `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>`;

const tableHtml = ({ columns, rows }: PrintedTable): string => {
  const cell = (tag: string, text: string, n: number) =>
    `<${tag}${columns[n]?.isAmount ? ' class="amount"' : ''}>${escaped(text)}</${tag}>`;
  const head = columns.map(({ title }, n) => cell('th', title, n)).join('');
  const body = rows.map((row) => `<tr>${row.map((text, n) => cell('td', text, n)).join('')}</tr>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
