import { X12Error } from '../findings/x12-error.ts';
import type { Delimiters } from '../reader/delimiters.ts';

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

/** Separators that every receiver accepts; companion guides of payers often allow no others. */
const usual = { element: '*', component: ':', repetition: '^', terminator: '~' } as const;

/** What replaces a usual separator in a text that people read. */
const replacements: Readonly<Record<string, string>> = { '*': ' ', ':': '.', '^': ' ', '~': ' ' };

/** An element, or a component of one, that holds a text for people. */
export interface TextPlace {
  readonly element: number;
  readonly component?: number;
}

const elements = (...numbers: readonly number[]): readonly TextPlace[] =>
  numbers.map((element) => ({ element }));

/** The texts for people: names, streets, cities, notes and descriptions. Never ids, which receivers return. */
const textPlaces: Readonly<Record<string, readonly TextPlace[]>> = {
  NM1: elements(3, 4, 5, 6, 7),
  N3: elements(1, 2),
  N4: elements(1),
  PER: elements(2),
  SBR: elements(4),
  NTE: elements(2),
  K3: elements(1),
  CR1: elements(9, 10),
  CR2: elements(10, 11),
  FRM: elements(3),
  SV1: [{ element: 1, component: 7 }],
};
const noPlaces: readonly TextPlace[] = [];

/** The places of texts for people in a segment. */
export const textPlacesOf = (segment: string): readonly TextPlace[] => textPlaces[segment] ?? noPlaces;

export const hasUsualSeparator = (text: string): boolean => /[*:^~]/.test(text);

/** Whether a file has the usual separators, so that its texts contain none of them. */
export function areUsual({ element, component, repetition = 0, terminator }: Delimiters): boolean {
  return String.fromCharCode(element, component, repetition, ...terminator) === Object.values(usual).join('');
}

/** Replaces the usual separators in texts for people. @param marked segments with {@link marks} as separators */
export function withoutUsualSeparators(marked: string): string {
  if (!hasUsualSeparator(marked)) return marked;
  return marked
    .split(mark.terminator)
    .map((segment) => (hasUsualSeparator(segment) ? withReplacedTexts(segment) : segment))
    .join(mark.terminator);
}

const mark = {
  element: String.fromCharCode(marks.element),
  component: String.fromCharCode(marks.component),
  terminator: String.fromCharCode(marks.terminator),
};

function withReplacedTexts(segment: string): string {
  const values = segment.split(mark.element);
  for (const { element, component } of textPlacesOf(values[0] ?? '')) {
    const value = values[element];
    if (value === undefined) continue;
    const parts = value.split(mark.component);
    const changed = parts.map((part, n) =>
      component === undefined || n + 1 === component ? replaced(part) : part,
    );
    values[element] = changed.join(mark.component);
  }
  return values.join(mark.element);
}

/** A value may neither be empty nor begin or end with a blank. */
const replaced = (text: string): string =>
  hasUsualSeparator(text)
    ? text.replaceAll(/[*:^~]/g, (one) => replacements[one] ?? ' ').trim() || '-'
    : text;
