import type { FileListener } from '../engine/consumer.ts';
import { X12Engine } from '../engine/engine.ts';
import { feed, type Source } from '../engine/source.ts';
import { allGuides } from '../engine/transactions.ts';
import type { Page } from './block.ts';
import { FileShow } from './file-show.ts';
import { HtmlPage } from './html-page.ts';
import { TextPage } from './text-page.ts';

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
