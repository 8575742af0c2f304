/** The code if it is one, else `?`: a text in its place may be anything, also a name. */
export const codeOrMask = (text: string): string => (/^[A-Z0-9]{1,6}$/.test(text) ? text : '?');
