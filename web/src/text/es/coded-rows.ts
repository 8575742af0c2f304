/** Reads rows `code text`, one for each line. */
export const codedRows = (rows: string): ReadonlyMap<string, string> =>
  new Map(
    rows
      .trim()
      .split('\n')
      .map((row) => {
        const gap = row.indexOf(' ');
        return [row.slice(0, gap), row.slice(gap + 1)];
      }),
  );
