/** A control number in the form that is compared: payers change blanks around it, letter case and leading zeros. */
export const foldedNumber = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/^0+(?=.)/, '');
