import type { Delimiters } from './delimiters.ts';

/** Classes a byte can have inside of an element; the element check ORs them over a value. */
export const digit = 1;
export const decimalPoint = 2;
export const minus = 4;
export const blank = 8;
export const letter = 16;
/** Any other character of the basic or extended set. */
export const punctuation = 32;
export const componentSeparator = 64;
export const repetitionSeparator = 128;
/** Outside of the basic and the extended X12 character set. */
export const foreign = 256;

/** Besides letters, digits and blank: the marks of the basic and of the extended character set. */
const marks = '!"&\'()*+,-./:;?=%@[]_{}\\|<>#$~^`';

/** The class of each byte under these delimiters. */
export function byteClasses({ component, repetition }: Delimiters): Uint16Array {
  const classes = new Uint16Array(256).fill(foreign);
  for (let byte = 0x30; byte <= 0x39; byte++) classes[byte] = digit;
  for (let byte = 0x41; byte <= 0x5a; byte++) classes[byte] = letter;
  for (let byte = 0x61; byte <= 0x7a; byte++) classes[byte] = letter;
  for (const character of marks) classes[character.charCodeAt(0)] = punctuation;
  classes[0x20] = blank;
  classes[0x2e] = decimalPoint;
  classes[0x2d] = minus;
  if (repetition !== undefined) classes[repetition] = repetitionSeparator;
  classes[component] = componentSeparator;
  return classes;
}
