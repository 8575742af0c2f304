/** Of an interchange: ISA13 has nine digits. */
export const maxControlNumber = 999_999_999;
