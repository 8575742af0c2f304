/**
 * Limit of a count or place without a limit. V8 holds it as a small integer. A field that also holds `Infinity` or a larger number
 * becomes a double, which is slower to read and invalidates compiled code.
 */
export const withoutLimit = 0x3fff_ffff;
