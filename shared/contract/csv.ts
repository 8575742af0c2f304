import * as z from 'zod';

/** Query parameter of lists that are also CSV. It wins over `Accept`, because links have no headers. */
export const csvFormat = {
  format: z.enum(['json', 'csv']).optional().describe('Media type of the list, instead of `Accept`'),
};

/** The file of a list as CSV: its name without ending, and its columns in their order. */
export interface CsvColumns<Row> {
  readonly name: string;
  readonly columns: readonly (readonly [
    title: string,
    read: (row: Row) => string | number | boolean | null | undefined,
  ])[];
}

/** Columns that are members of the row with the same names. */
export const membersOf = <Row>(...names: readonly (keyof Row & string)[]): CsvColumns<Row>['columns'] =>
  names.map((name) => [name, (row) => cellValue(row[name])] as const);

const cellValue = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
