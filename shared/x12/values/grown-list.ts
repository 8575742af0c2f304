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
