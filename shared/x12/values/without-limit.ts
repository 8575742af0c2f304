/**
 * Stands for no limit in counts and places. It fits a small integer of V8; a field that also holds `Infinity` or a larger number
 * would be a double, which is slower to read and invalidates compiled code.
 */
export const withoutLimit = 0x3fff_ffff;
