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
export function printable(text: string): string {
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
export type Measure = (text: string) => number;

/** Breaks a text into lines of at most this width; a longer word is cut. */
export function wrapped(text: string, measure: Measure, width: number): string[] {
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
