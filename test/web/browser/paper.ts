import type { Page } from 'playwright-core';
import { getDocumentProxy } from 'unpdf';

/** A page as it was printed. */
export interface Printed {
  /** The words of each sheet, in the order of the page. */
  readonly sheets: readonly string[];
  /** Words that end beyond the margin, where paper is cut. */
  readonly cut: readonly string[];
}

const margin = '14mm';
/** The margin in points, less three points that the measured length of a text may be wrong. */
const edge = (14 / 25.4) * 72 - 3;

/** Prints a page on sheets of the size Letter. */
export async function print(page: Page): Promise<Printed> {
  const margins = { top: margin, bottom: margin, left: margin, right: margin };
  const file = await page.pdf({ format: 'Letter', margin: margins });
  const document = await getDocumentProxy(new Uint8Array(file));
  const sheets: string[] = [];
  const cut: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const sheet = await document.getPage(number);
    const { width } = sheet.getViewport({ scale: 1 });
    const { items } = await sheet.getTextContent();
    const words = items.flatMap((item) => ('str' in item ? [item] : []));
    sheets.push(words.map(({ str, hasEOL }) => (hasEOL ? `${str} ` : str)).join(''));
    for (const { str, transform, width: length } of words)
      if (str.trim() !== '' && Number(transform[4]) + length > width - edge) cut.push(str);
  }
  return { sheets, cut };
}
