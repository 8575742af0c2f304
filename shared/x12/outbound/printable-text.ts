/** Returns printable ASCII of at most `length` characters without blanks at either end, or `instead` when empty. */
export function printableText(text: string | undefined, length: number, instead = ''): string {
  const cut = (text ?? '')
    .replace(/[^ -~]/gu, '?')
    .trim()
    .slice(0, length)
    .trim();
  return cut === '' ? instead : cut;
}
