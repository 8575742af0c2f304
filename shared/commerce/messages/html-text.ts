import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { LinkifyIt } from 'linkify-it';
import { escapeHtml } from '#contract/text-forms.ts';

/** Elements whose content nobody reads. */
const hidden = new Set(['style', 'script', 'title']);
const blocks = new Set(
  'p div h1 h2 h3 h4 h5 h6 tr table ul ol section article header footer blockquote pre'.split(' '),
);

/** Readable text of HTML: blocks become lines, links show their address, tags are removed. One pass over the HTML. */
export function textOfHtml(html: string): string {
  const writer = new TextWriter(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, writer);
  tokenizer.write(html);
  tokenizer.end();
  return writer.written();
}

/**
 * Writes the text of the tokens of HTML. The parser of the library keeps a stack of elements, which takes quadratic time for
 * deep ones.
 */
class TextWriter implements TokenizerCallbacks {
  readonly #html: string;
  readonly #pieces: string[] = [];
  /** The element without readable content that is open. */
  #hidden: string | undefined;
  #link: { readonly address: string; readonly label: string[] } | undefined;
  #tag = '';
  #attribute = '';
  readonly #values = new Map<string, string>();

  constructor(html: string) {
    this.#html = html;
  }

  written(): string {
    this.#closeLink();
    return this.#pieces
      .join('')
      .split('\n')
      .map((line) => line.replaceAll(/\s+/g, ' ').trim())
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
  }

  ontext(start: number, end: number): void {
    this.#text(this.#html.slice(start, end));
  }

  ontextentity(codepoint: number): void {
    this.#text(String.fromCodePoint(codepoint));
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#values.clear();
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
  }

  onattribdata(start: number, end: number): void {
    this.#addToAttribute(this.#html.slice(start, end));
  }

  onattribentity(codepoint: number): void {
    this.#addToAttribute(String.fromCodePoint(codepoint));
  }

  onopentagend(): void {
    const name = this.#tag;
    if (hidden.has(name)) this.#hidden ??= name;
    else if (name === 'a') this.#openLink(this.#values.get('href')?.trim() ?? '');
    else if (name === 'br' || name === 'hr') this.#add('\n');
    else if (name === 'li') this.#add('\n- ');
    else if (name === 'td' || name === 'th') this.#add(' ');
    else if (name === 'img') this.#text(this.#values.get('alt') ?? '');
    else if (blocks.has(name)) this.#add('\n\n');
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    if (name === this.#hidden) this.#hidden = undefined;
    else if (name === 'a') this.#closeLink();
    else if (blocks.has(name)) this.#add('\n\n');
  }

  onattribend(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}

  #text(text: string): void {
    this.#add(text.replaceAll(/\s+/g, ' '));
  }

  #add(piece: string): void {
    if (this.#hidden === undefined) (this.#link?.label ?? this.#pieces).push(piece);
  }

  #addToAttribute(data: string): void {
    this.#values.set(this.#attribute, (this.#values.get(this.#attribute) ?? '') + data);
  }

  /** A link ends the one before, as in browsers. */
  #openLink(address: string): void {
    this.#closeLink();
    this.#link = { address, label: [] };
  }

  #closeLink(): void {
    if (this.#link === undefined) return;
    const { address, label } = this.#link;
    const shown = label.join('').trim();
    this.#link = undefined;
    const isShown = address === '' || shown === address || `mailto:${shown}` === address;
    this.#add(shown === '' ? address : isShown ? label.join('') : `${shown} (${address})`);
  }
}

/** Knows where an address ends, such as before a bracket that it did not open. */
const addresses = new LinkifyIt({ urlAuth: true, tlds: ['[a-z]{2,63}'] });

/** Browsers and mail programs take longer addresses, but people send none. */
const maxAddress = 2000;
/** Of an e-mail address before its `@` (RFC 5321). */
const maxLocalPart = 64;

/** Text as HTML: escaped, with its line breaks, and with links for its web and e-mail addresses. */
export function htmlOfText(text: string): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { index, 0: mark } of text.matchAll(/https?:|@/gi)) {
    if (index < position) continue;
    const found = mark === '@' ? mailAddress(text, position, index) : webAddress(text, index, mark);
    if (found === undefined) continue;
    const { start, shown, scheme } = found;
    pieces.push(lines(text.slice(position, start)));
    pieces.push(`<a href="${scheme}${escapeHtml(shown)}">${escapeHtml(shown)}</a>`);
    position = start + shown.length;
  }
  return `${pieces.join('')}${lines(text.slice(position))}`;
}

interface FoundAddress {
  readonly start: number;
  readonly shown: string;
  /** What the text leaves out. */
  readonly scheme: '' | 'mailto:';
}

function webAddress(text: string, start: number, scheme: string): FoundAddress | undefined {
  if (/[a-z\d]/i.test(text.charAt(start - 1))) return undefined;
  const window = text.slice(start, start + maxAddress);
  const length = addresses.testSchemaAt(window, scheme, scheme.length);
  if (length === 0) return undefined;
  return { start, shown: withoutPunctuation(window.slice(0, scheme.length + length)), scheme: '' };
}

/** The address around an `@`, behind the links before it. */
function mailAddress(text: string, from: number, at: number): FoundAddress | undefined {
  const before = text.slice(Math.max(from, at - maxLocalPart - 1), at);
  const local = /[\p{L}\p{N}+_-][\p{L}\p{N}+_.'-]*$/u.exec(before)?.[0] ?? '';
  if (local === '' || local.length > maxLocalPart) return undefined;
  const window = text.slice(at - local.length, at + maxAddress);
  const length = addresses.testSchemaAt(window, 'mailto:', 0);
  const shown = withoutPunctuation(window.slice(0, length));
  if (!shown.includes('.', local.length)) return undefined;
  return { start: at - local.length, shown, scheme: 'mailto:' };
}

/** The library leaves some marks at the end of a web address. */
function withoutPunctuation(link: string): string {
  let end = link.length;
  while (closing.has(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}

const closing = new Set('.,:;!?*|`…');

const lines = (text: string) => escapeHtml(text).replaceAll(/\r\n?|\n/g, '<br>\n');

/** The place of the last `</body>` of HTML. */
export function endOfBody(html: string): number | undefined {
  let last: number | undefined;
  for (const { index } of html.matchAll(/<\/body\s*>/gi)) last = index;
  return last;
}
