import type { JsonIssue } from '../../values/json-codec.ts';

/**
 * Compares a claim's JSON with the JSON of the claim that was read back, and returns the parts that were lost, each
 * at its path. Empty texts cannot be lost.
 */
export function lostParts(given: unknown, read: unknown, path: string): JsonIssue[] {
  if (given === undefined || given === null || given === '') return [];
  if (Array.isArray(given)) return lostItems(given, Array.isArray(read) ? read : [], path);
  if (typeof given === 'object') {
    const prefix = path === '' ? '' : `${path}.`;
    const found = new Map<string, unknown>(typeof read === 'object' && read ? Object.entries(read) : []);
    return Object.entries(given).flatMap(([key, part]) => lostParts(part, found.get(key), prefix + key));
  }
  return given === read ? [] : [{ path, message }];
}

const message = 'has no place in an 837P; leave it out';

/** Matches items in order; in lists of the same length, reports the lost parts of each item. */
function lostItems(given: readonly unknown[], read: readonly unknown[], path: string): JsonIssue[] {
  const at = (i: number) => `${path}[${i}]`;
  if (given.length === read.length) return given.flatMap((item, i) => lostItem(item, read[i], at(i)));
  let next = 0;
  return given.flatMap((item, i): JsonIssue[] => {
    if (next >= read.length || lostItem(item, read[next], at(i)).length > 0)
      return [{ path: at(i), message }];
    next++;
    return [];
  });
}

/** An empty text that reads back as something else means that the items moved. */
function lostItem(given: unknown, read: unknown, path: string): JsonIssue[] {
  return given === '' && read !== '' ? [{ path, message }] : lostParts(given, read, path);
}
