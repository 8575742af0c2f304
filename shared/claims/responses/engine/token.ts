/** A code or id as it may be shown anywhere: what is no code might be anything, also a name. */
export const codeOrMask = (text: string): string => (/^[A-Z0-9]{1,6}$/.test(text) ? text : '?');
