import { plural } from '../format.ts';

export const list = {
  columns: 'Columns',
  chooseColumns: 'Choose columns',
  select: (row: string) => `Select ${row}`,
  selectAll: 'Select all rows',
  selected: (count: number) => plural(count, { one: '# selected', other: '# selected' }),
  clear: 'Clear the selection',
  bulk: 'Actions for the selection',
  rows: (count: number) => plural(count, { one: '# row', other: '# rows' }),
  loaded: (count: number) => plural(count, { one: '# row loaded', other: '# rows loaded' }),
  printed: (count: number) =>
    plural(count, {
      one: 'Only the first row is printed. There are more.',
      other: 'Only the first # rows are printed. There are more.',
    }),
  loadMore: 'Load more',
  sortedUp: 'sorted, lowest first',
  sortedDown: 'sorted, highest first',
  keys: 'Move with the arrow keys or j and k. Enter opens the row, x selects it.',
  clearSearch: 'Clear the search',
  search: 'Search',
};
