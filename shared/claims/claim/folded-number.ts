/**
 * A number as it is compared when it comes back from a partner: blanks around it, letter case and leading zeros get
 * lost on the way (x12/277ca.md section 3, x12/999.md section 4).
 */
export const foldedNumber = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/^0+(?=.)/, '');
