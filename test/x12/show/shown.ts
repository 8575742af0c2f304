import { bytesOf } from '#test/fixtures/x12/interchange.ts';
import { type ShowOptions, show } from '#x12/show/show.ts';

/** Returns the whole document of a file. */
export async function shown(file: string | Uint8Array, options: ShowOptions = {}): Promise<string> {
  let text = '';
  for await (const piece of show(typeof file === 'string' ? bytesOf(file) : file, options)) text += piece;
  return text;
}

/** Text with single blanks, so that a test does not depend on the widths of columns. */
export const narrow = (text: string): string => text.replace(/ {2,}/g, '  ');
