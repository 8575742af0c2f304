/** Cuts a list into parts of one length; the last may be shorter. */
export function* chunksOf<Item>(
  items: readonly Item[],
  length: number,
): Generator<{ readonly first: number; readonly items: readonly Item[] }> {
  for (let first = 0; first < items.length; first += length) {
    yield { first, items: items.slice(first, first + length) };
  }
}
