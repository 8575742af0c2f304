/** Of an interchange: ISA13 has nine digits. */
export const highestControlNumber = 999_999_999;
