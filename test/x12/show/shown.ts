import { bytesOf } from '#test/fixtures/x12/interchange.ts';
import { type ShowOptions, show } from '#x12/show/show.ts';

/** Returns the whole document of a file. */
export async function shown(file: string | Uint8Array, options: ShowOptions = {}): Promise<string> {
  let text = '';
  for await (const piece of show(typeof file === 'string' ? bytesOf(file) : file, options)) text += piece;
  return text;
}
