/**
 * Text as people type and paste it, in one form: composed (NFC), with plain blanks instead of no-break and other ones, without
 * characters that have no width, and without blanks at its ends. Joiners stay, because scripts and emoji need them.
 */
export const tidyText = (text: string): string =>
  (isAscii(text)
    ? text
    : text
        .normalize('NFC')
        .replaceAll(/[\u00ad\u200b\u2060\ufeff]/g, '')
        .replaceAll(/\p{Zs}/gu, ' ')
  ).trim();

/** A code as people type and paste it: also full-width letters become plain ones, and dashes become hyphens. */
export const tidyCode = (code: string): string =>
  tidyText(code.normalize('NFKC'))
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .trim();

/**
 * The form in which texts are compared: tidy, in the lower case of Unicode, which is the same in every locale. Accents count. A final
 * ς becomes σ, so that the beginning of a Greek word is found.
 */
export const foldedText = (text: string): string =>
  isAscii(text)
    ? text.trim().toLowerCase()
    : tidyText(text).toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

/** A file has many cells, and most of them need no more than this. */
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for content and quoted attributes of HTML and XML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);

/** Text for one line of a header: control characters and line breaks become spaces. */
export const oneLine = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removes exactly these
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim();
