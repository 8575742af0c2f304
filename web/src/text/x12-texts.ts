/** Codes with a meaning: of the content of a claim by the name of their member, of a status as `A2:20`, of a 999 or TA1. */
export type CodeKind = 'place_of_service' | 'claim_filing' | 'status' | 'acknowledgment';

/** Meanings of X12 codes in one language. */
export interface X12Texts {
  /** Requirement and remedy of a rule such as V053; undefined for an unknown one. */
  readonly edit: (id: string) => string | undefined;
  /** Meaning of a claim adjustment reason code (CARC); undefined for an unknown one. */
  readonly adjustmentReason: (code: string) => string | undefined;
  /** Meaning of another code; undefined for an unknown one. */
  readonly code: (kind: CodeKind, code: string) => string | undefined;
  readonly segments: Readonly<Record<string, string>>;
  /** By segment and element, `NM109`. */
  readonly elements: Readonly<Record<string, string>>;
}

/** Returns a code with its meaning, such as `11: Office`; the code alone if no meaning is loaded or known. */
export const codeText = (codes: X12Texts | undefined, kind: CodeKind, code: string): string =>
  [code, codes?.code(kind, code)].filter(Boolean).join(': ');

/** Returns the meanings of category and code of a status such as `A2:20`. */
export const statusMeaning = (
  status: string,
  categoryText: (category: string) => string | undefined,
  text: (code: string) => string | undefined,
): string | undefined => {
  const [category = '', code = ''] = status.split(':');
  return [categoryText(category), text(code)].filter(Boolean).join(', ') || undefined;
};
