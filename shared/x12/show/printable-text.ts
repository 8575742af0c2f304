/**
 * Control characters, line and paragraph separators, and marks that change the direction of writing. A terminal would run
 * the first as commands, and the last show a text in another order than it has.
 */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns text of a file without characters that a terminal or browser would act on. */
export function printable(text: string): string {
  return text.replace(unprintable, '·');
}
