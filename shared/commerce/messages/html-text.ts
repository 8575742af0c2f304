import { escapeHtml } from './escape.ts';

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
  euro: '€',
};

/** Readable text of HTML: blocks become lines, links show their address, tags are removed. */
export function textOfHtml(html: string): string {
  const text = html
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<(head|style|script|title)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<a\b[^>]*\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>(.*?)<\/a\s*>/gi, withAddress)
    .replaceAll(/<li\b[^>]*>/gi, '\n- ')
    .replaceAll(/<(br|hr)\b[^>]*>/gi, '\n')
    .replaceAll(
      /<\/?(p|div|h[1-6]|tr|table|ul|ol|section|article|header|footer|blockquote)\b[^>]*>/gi,
      '\n\n',
    )
    .replaceAll(/<[^>]*>/g, '');
  return decoded(text)
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function withAddress(
  _: string,
  double: string | undefined,
  single: string | undefined,
  label: string,
): string {
  const address = double ?? single ?? '';
  const shown = label.replaceAll(/<[^>]*>/g, '').trim();
  return shown === '' || shown === address ? address : `${shown} (${address})`;
}

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return characters[String(name).toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point > 0 && point <= 0x10_ffff ? String.fromCodePoint(point) : '';
  });

/** Text as HTML: escaped, with its line breaks, and with links for its web addresses. */
export const htmlOfText = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => (index % 2 === 1 ? link(part) : lines(part)))
    .join('');

const link = (address: string) => `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
const lines = (text: string) => escapeHtml(text).replaceAll(/\r?\n/g, '<br>\n');

/** HTML with a part inserted before the end of its body, or at its end. */
export function withEnding(html: string, ending: string): string {
  const end = html.search(/<\/body\s*>(?![\s\S]*<\/body\s*>)/i);
  return end < 0 ? `${html}\n${ending}` : `${html.slice(0, end)}${ending}\n${html.slice(end)}`;
}
