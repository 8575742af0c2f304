/**
 * Returns the list to keep after adding an item. Lists of up to two items are made anew, because a list that grows reserves room for
 * seventeen, and most lists of a claim stay short.
 */
export function grownList<T>(list: T[], item: T): T[] {
  const { length } = list;
  if (length === 0) return [item];
  const first = list[0];
  if (length === 1 && first !== undefined) return [first, item];
  const second = list[1];
  if (length === 2 && first !== undefined && second !== undefined) return [first, second, item];
  list.push(item);
  return list;
}

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
