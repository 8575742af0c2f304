import type { JsonIssue } from '../../values/json-codec.ts';

/**
 * The parts of a claim's JSON that are not found again in the JSON of the claim as it was read back: what an 837P has
 * no room for, at its path. Texts of no characters say nothing and cannot be lost.
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

/** Items are found in their order; of one list of the same length, what differs in an item is lost. */
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

/** Nothing in the place of something moves the other items of the list. */
function lostItem(given: unknown, read: unknown, path: string): JsonIssue[] {
  return given === '' && read !== '' ? [{ path, message }] : lostParts(given, read, path);
}
