import { X12Error } from '../findings/x12-error.ts';

/** The separators to write with, one ASCII character each. */
export interface WriterDelimiters {
  readonly element: string;
  readonly component: string;
  readonly repetition: string;
  readonly terminator: string;
}

/** A text, or what is known of the characters of one that is kept elsewhere. */
export interface SearchedText {
  includes(mark: string): boolean;
}

/** Stand for the separators until they are chosen; data may not hold control characters, so they are free. */
export const marks = { element: 0x1d, component: 0x1f, repetition: 0x1e, terminator: 0x1c } as const;

/** In order of custom; the first that is in no data is taken. */
const candidates: Readonly<Record<keyof WriterDelimiters, string>> = {
  element: '*|+=',
  component: ':><;',
  repetition: '^!`{',
  terminator: "~'\\}",
};

/** Taken when the text holds all that are customary. */
const others = '"#$%&()-_?@[]/,.';

/**
 * Separators that occur nowhere in the text: notes of a few thousand claims may well hold every customary one. When
 * they hold all marks there are, the control characters of X12.5 are left, which no data holds.
 */
export function chooseDelimiters(text: SearchedText): WriterDelimiters {
  const taken = new Set<string>();
  return {
    element: choose('element', text, taken),
    component: choose('component', text, taken),
    repetition: choose('repetition', text, taken),
    terminator: choose('terminator', text, taken),
  };
}

function choose(role: keyof WriterDelimiters, text: SearchedText, taken: Set<string>): string {
  for (const candidate of candidates[role] + others) {
    if (taken.has(candidate) || text.includes(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
  return String.fromCharCode(marks[role]);
}

/** Throws X12Error when given separators are not four different ASCII marks, or occur in the text. */
export function checkDelimiters(delimiters: WriterDelimiters, text: SearchedText): void {
  const all = Object.values(delimiters);
  const areMarks = all.every((one) => /^[\n\r!-/:-@[-`{-~]$/.test(one));
  if (!areMarks || new Set(all).size !== 4) {
    throw new X12Error(
      'not_writable',
      'Delimiters must be four different marks that are no letters or digits',
    );
  }
  for (const [role, one] of Object.entries(delimiters)) {
    if (text.includes(one)) throw new X12Error('not_writable', `The data holds the ${role} separator`);
  }
}
