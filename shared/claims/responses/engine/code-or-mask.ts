/** The text if it is a code, else `?`, because another text may be a name. */
export const codeOrMask = (text: string): string => (/^[A-Z0-9]{1,6}$/.test(text) ? text : '?');
