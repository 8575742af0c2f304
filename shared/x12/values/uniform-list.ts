/**
 * Returns a list of objects with the internal form that a list with items has. An empty array literal has another one, and code
 * that V8 compiled for one form is discarded when it meets the other.
 */
export function uniformList<T extends object>(items: readonly T[]): readonly T[] {
  const list: object[] = [{}];
  list.length = 0;
  for (const item of items) list.push(item);
  // The placeholder is gone; the list has the items only.
  return list as T[];
}
