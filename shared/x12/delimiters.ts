/** The separators of one interchange. The terminator may be several bytes (a UTF-8 character, CR LF). */
export interface Delimiters {
  readonly element: number;
  readonly component: number;
  /** Undefined before 00402, where ISA11 was a standards id. */
  readonly repetition: number | undefined;
  readonly terminator: Uint8Array;
}
