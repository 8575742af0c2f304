/** Meanings of X12 codes in one language. */
export interface X12Texts {
  /** Requirement and remedy of a rule such as V053; undefined for an unknown one. */
  readonly edit: (id: string) => string | undefined;
  /** Meaning of a claim adjustment reason code (CARC); undefined for an unknown one. */
  readonly adjustmentReason: (code: string) => string | undefined;
  /** Who bears an adjustment, by group code. */
  readonly groups: Readonly<Record<string, string>>;
  readonly segments: Readonly<Record<string, string>>;
  /** By segment and element, `NM109`. */
  readonly elements: Readonly<Record<string, string>>;
}
