/** Cuts a list into parts of one length; the last may be shorter. */
export const chunksOf = <Item>(items: readonly Item[], length: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / length) }, (_, n) =>
    items.slice(n * length, (n + 1) * length),
  );
