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

/** Tags in order, without the style. Throws for a tag that is not closed where it should be. */
export function tagsOf(page: string): string[] {
  const tags = [...page.replace(/<style>.*?<\/style>/s, '').matchAll(/<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>/g)];
  const open: string[] = [];
  for (const [, slash, name = ''] of tags) {
    if (name === 'meta') continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) throw new SyntaxError(`</${name}> closes another tag`);
  }
  if (open.length > 0) throw new SyntaxError(`${open} are not closed`);
  return tags.map(([tag]) => tag);
}
