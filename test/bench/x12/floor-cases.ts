import { readFileSync } from 'node:fs';

/** Floors: the minimum work of any reader in this language. */
export const floorCases = {
  'indexOf loop': (path: string) => {
    const bytes = readFileSync(path);
    let seen = 0;
    for (let at = bytes.indexOf(0x7e); at >= 0; at = bytes.indexOf(0x7e, at + 1)) seen++;
    return Promise.resolve(seen);
  },
  'Latin-1 and split': (path: string) => {
    const segments = readFileSync(path, 'latin1').split('~');
    let seen = 0;
    for (const segment of segments) seen += segment.split('*').length;
    return Promise.resolve(seen);
  },
} as const;
