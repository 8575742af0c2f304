/** Delimiters of one interchange. The terminator may have several bytes (a UTF-8 character). */
export interface Delimiters {
  readonly element: number;
  readonly component: number;
  /** Undefined before version 00402, where ISA11 is a standards id, and where ISA11 holds a letter. */
  readonly repetition: number | undefined;
  readonly terminator: Uint8Array;
}

export function isAlphanumeric(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/** Bytes that may lie between segments: space, tab, line ends, NUL and the old end-of-file mark. */
export function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0 || byte === 0x1a;
}

/** Delimiters are usable when all differ and none is alphanumeric or blank. The terminator may be a line end. */
export function areUsable({ element, component, repetition, terminator }: Delimiters): boolean {
  const all = [element, component, ...terminator, ...(repetition === undefined ? [] : [repetition])];
  const separators = repetition === undefined ? [element, component] : [element, component, repetition];
  return new Set(all).size === all.length && !all.some(isAlphanumeric) && !separators.some(isBlank);
}
