import { type Delimiters, isAlphanumeric } from './delimiters.ts';

/** Classes of a byte inside an element. The element check ORs the classes of all bytes of a value. */
export const digit = 1;
export const decimalPoint = 2;
export const minus = 4;
export const blank = 8;
export const letter = 16;
/** Any other character of the basic or the extended X12 set. */
export const punctuation = 32;
export const componentSeparator = 64;
export const repetitionSeparator = 128;
/** Outside the basic and the extended X12 set. */
export const foreign = 256;

const marks = '!"&\'()*+,-./:;?=%@[]_{}\\|<>#$~^`';

/** Returns the class of each byte value under these delimiters. */
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

/** True if no separator inside an element is a letter, digit or point. */
export function areMarks({ component, repetition }: Delimiters): boolean {
  const isMark = (byte: number) => !isAlphanumeric(byte) && byte !== 0x2e;
  return isMark(component) && (repetition === undefined || isMark(repetition));
}
