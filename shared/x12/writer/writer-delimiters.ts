import { X12Error } from '../findings/x12-error.ts';

/** Separators of a written file, one ASCII character each. */
export interface WriterDelimiters {
  readonly element: string;
  readonly component: string;
  readonly repetition: string;
  readonly terminator: string;
}

/** A text, or a record of its characters. */
export interface SearchedText {
  includes(mark: string): boolean;
}

/** Placeholders for separators that are not chosen yet. Data cannot contain these control characters. */
export const marks = { element: 0x1d, component: 0x1f, repetition: 0x1e, terminator: 0x1c } as const;

/** Customary separators, the most common first. */
const candidates: Readonly<Record<keyof WriterDelimiters, string>> = {
  element: '*|+=',
  component: ':><;',
  repetition: '^!`{',
  terminator: "~'\\}",
};

/** Further separators for text that contains all customary ones. */
const others = '"#$%&()-_?@[]/,.';

/**
 * Chooses separators that do not occur in the text, because the notes of a few thousand claims may contain every customary
 * one. If the text contains all candidates, control characters of X12.5 are used, which no data contains.
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

/** Checks given separators. @throws X12Error if they are not four different ASCII marks, or occur in the text */
export function checkDelimiters(delimiters: WriterDelimiters, text: SearchedText): void {
  const all = Object.values(delimiters);
  const areMarks = all.every((one) => /^[\n\r!-/:-@[-`{-~]$/.test(one));
  if (!areMarks || new Set(all).size !== 4) {
    throw new X12Error('not_writable', 'Delimiters must be four different marks, not letters or digits');
  }
  for (const [role, one] of Object.entries(delimiters)) {
    if (text.includes(one))
      throw new X12Error('not_writable', `The data contains the ${role} separator; choose another`);
  }
}
