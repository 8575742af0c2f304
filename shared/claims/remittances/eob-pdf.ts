import type { PDFDocument, PDFFont, PDFPage } from '@cantoo/pdf-lib';
import type { PrintedDocument, PrintedSection, PrintedTable } from './eob.ts';

/** Characters of Windows-1252 beyond Latin-1, which the standard fonts of PDF have. */
const furtherCharacters = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Letters without a decomposition into a base letter and accents. */
const transliterations: Readonly<Record<string, string>> = {
  ...{ Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h', Ŧ: 'T', ŧ: 't', ı: 'i', ĸ: 'k', Ŋ: 'N', ŋ: 'n' },
  ...{ ſ: 's', Ĳ: 'IJ', ĳ: 'ij', ẞ: 'SS', '−': '-', '‐': '-', '‑': '-', '\u2009': ' ', '\u202f': ' ' },
};

/**
 * A text in the characters of the standard fonts: Windows-1252. Other Latin letters lose their accents (`ń` → `n`), and letters of
 * other scripts become `?`.
 */
function printable(text: string): string {
  let shown = '';
  for (const character of text.normalize('NFC')) shown += printableCharacter(character);
  return shown;
}

function printableCharacter(character: string): string {
  if (isInFont(character)) return character;
  const known = transliterations[character];
  if (known !== undefined) return known;
  if (/\s/.test(character)) return ' ';
  const base = character.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return base !== '' && [...base].every(isInFont) ? base : '?';
}

function isInFont(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff) || furtherCharacters.has(character);
}

/** Width of a text in points. */
type Measure = (text: string) => number;

/** Breaks a text into lines of at most this width; a longer word is cut. */
function wrapped(text: string, measure: Measure, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).flatMap((one) => piecesOf(one, measure, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && measure(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function piecesOf(word: string, measure: Measure, width: number): string[] {
  if (measure(word) <= width) return [word];
  const pieces = [''];
  for (const character of word) {
    const longer = (pieces.at(-1) ?? '') + character;
    if (measure(longer) > width && longer.length > 1) pieces.push(character);
    else pieces[pieces.length - 1] = longer;
  }
  return pieces;
}

/** US Letter and its margin, points. */
const [width, height, margin] = [612, 792, 40];
const inner = width - 2 * margin;
const [small, normal, large] = [8, 11, 15];
const lineHeight = 1.35;
const gap = 6;
const labelWidth = 140;

/** A document as PDF in the standard fonts, with page numbers. All bytes are ASCII; names are {@link printable}. */
export async function pdfOf({ title, sections }: PrintedDocument): Promise<string> {
  // Pages in HTML do not load the library.
  const { PDFDocument, StandardFonts, ...parts } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setProducer('Granary');
  document.setLanguage('en-US');
  const pages = new PageWriter(document, {
    regular: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  });
  pages.text(title, large, { bold: true });
  for (const section of sections) writeSection(pages, section);
  pages.finish(title);
  return asciiFileOf(document, parts);
}

function writeSection(
  pages: PageWriter,
  { heading, facts = [], tables = [], notes = [] }: PrintedSection,
): void {
  pages.space(gap * 2);
  pages.keep(normal * 4);
  pages.text(heading, normal, { bold: true });
  pages.rule();
  for (const [label, value] of facts) {
    pages.row([
      { text: label, x: 0, width: labelWidth },
      { text: value, x: labelWidth, width: inner - labelWidth },
    ]);
  }
  for (const table of tables) writeTable(pages, table);
  for (const note of notes) pages.row([{ text: note, x: 0, width: inner }]);
}

function writeTable(pages: PageWriter, { columns, rows }: PrintedTable): void {
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  let x = 0;
  const places = columns.map(({ share, isAmount = false }) => {
    const place = { x, width: (inner * share) / whole - gap, isRight: isAmount };
    x += (inner * share) / whole;
    return place;
  });
  const cells = (texts: readonly string[], bold: boolean) =>
    texts.map((text, n) => ({ text, bold, x: 0, width: inner, ...places[n] }));
  const titles = cells(
    columns.map(({ title }) => title),
    true,
  );
  pages.space(gap);
  pages.keep(small * 5);
  pages.row(titles);
  pages.rule();
  for (const row of rows) pages.row(cells(row, false));
}

interface Cell {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly isRight?: boolean;
  readonly bold?: boolean;
}

/** Writes from top to bottom, and begins a new page when one is full. */
class PageWriter {
  readonly #document: PDFDocument;
  readonly #fonts: { readonly regular: PDFFont; readonly bold: PDFFont };
  readonly #pages: PDFPage[] = [];
  #page: PDFPage;
  #y = height - margin;

  constructor(document: PDFDocument, fonts: { readonly regular: PDFFont; readonly bold: PDFFont }) {
    this.#document = document;
    this.#fonts = fonts;
    this.#page = this.#nextPage();
  }

  #nextPage(): PDFPage {
    const page = this.#document.addPage([width, height]);
    this.#pages.push(page);
    return page;
  }

  space(points: number): void {
    this.#y -= points;
  }

  /** Begins a new page unless this much fits. */
  keep(points: number): void {
    if (this.#y - points >= margin + normal) return;
    this.#page = this.#nextPage();
    this.#y = height - margin;
  }

  rule(): void {
    const y = this.#y - 2;
    this.#page.drawLine({ start: { x: margin, y }, end: { x: width - margin, y }, thickness: 0.5 });
    this.#y -= gap;
  }

  text(text: string, size: number, { bold = false } = {}): void {
    const { measure } = this.#style(bold, size);
    for (const line of wrapped(printable(text), measure, inner)) {
      this.keep(size * lineHeight);
      this.#y -= size * lineHeight;
      this.#put(this.#page, { text: line, x: margin, y: this.#y, size, bold });
    }
  }

  /** Cells beside each other; their texts wrap. A row is not divided. */
  row(cells: readonly Cell[]): void {
    const texts = cells.map(({ text, width: space, bold = false }) =>
      wrapped(printable(text), this.#style(bold, small).measure, space),
    );
    const lines = Math.max(...texts.map(({ length }) => length));
    this.keep(lines * small * lineHeight);
    const top = this.#y;
    for (const [n, { x, width: space, isRight = false, bold = false }] of cells.entries()) {
      for (const [place, text] of (texts[n] ?? []).entries()) {
        const shift = isRight ? space - this.#style(bold, small).measure(text) : 0;
        const y = top - (place + 1) * small * lineHeight;
        this.#put(this.#page, { text, x: margin + x + shift, y, size: small, bold });
      }
    }
    this.#y = top - lines * small * lineHeight;
  }

  /** Writes the footers. */
  finish(title: string): void {
    const count = this.#pages.length;
    for (const [n, page] of this.#pages.entries()) {
      const text = printable(`${title}   Page ${n + 1} of ${count}`);
      this.#put(page, { text, x: margin, y: margin - small, size: small, bold: false });
    }
  }

  #style(bold: boolean, size: number) {
    const font = bold ? this.#fonts.bold : this.#fonts.regular;
    return { font, measure: (text: string) => font.widthOfTextAtSize(text, size) };
  }

  #put(page: PDFPage, { text, x, y, size, bold }: Line): void {
    if (text !== '') page.drawText(text, { x, y, size, font: this.#style(bold, size).font });
  }
}

interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly bold: boolean;
}

type Library = typeof import('@cantoo/pdf-lib');

/**
 * The bytes of a document as ASCII text, which passes through gateways unchanged: streams are written in hexadecimal digits, and
 * strings already are.
 */
async function asciiFileOf(
  document: PDFDocument,
  { PDFName, PDFRawStream, PDFStream }: Pick<Library, 'PDFName' | 'PDFRawStream' | 'PDFStream'>,
): Promise<string> {
  await document.flush();
  const { context } = document;
  for (const [reference, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream)) continue;
    const digits = Buffer.from(Buffer.from(object.getContents()).toString('hex'), 'latin1');
    const filters = ['ASCIIHexDecode', object.dict.get(PDFName.of('Filter'))].flatMap(
      (filter) => filter ?? [],
    );
    object.dict.set(PDFName.of('Filter'), context.obj(filters));
    context.assign(reference, PDFRawStream.of(object.dict, digits));
  }
  const bytes = Buffer.from(await document.save({ useObjectStreams: false, addDefaultPage: false }));
  return withAsciiHeader(bytes).toString('latin1');
}

/** Replaces the bytes of the comment after the first line, which marks files as binary. */
function withAsciiHeader(bytes: Buffer): Buffer {
  const end = bytes.indexOf('obj');
  return Buffer.concat([
    bytes.subarray(0, end).map((byte) => (byte > 0x7e ? 0x2d : byte)),
    bytes.subarray(end),
  ]);
}
