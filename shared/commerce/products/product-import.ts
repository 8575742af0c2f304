import { tidyCode } from '#contract/text-forms.ts';
import { ignoredColumns, readCsvFile, textOfFile, UnreadableFile } from '../csv-file.ts';
import { type CsvColumn, csvColumns, maxImportLines, type ProductImport } from './product-fields.ts';

export function newImport(
  { brand_id, dry_run }: Pick<ProductImport, 'brand_id' | 'dry_run'>,
  { id, now }: { readonly id: string; readonly now: Date },
): ProductImport {
  const time = now.toISOString();
  return {
    id,
    brand_id,
    status: 'waiting',
    dry_run,
    lines: 0,
    processed: 0,
    created: 0,
    changed: 0,
    unchanged: 0,
    bad: 0,
    ignored_columns: [],
    created_at: time,
    updated_at: time,
    version: 1,
  };
}

/** The import after progress, in its next version. */
export const advanced = (
  before: ProductImport,
  progress: Partial<ProductImport>,
  now: Date,
): ProductImport => ({
  ...before,
  ...progress,
  updated_at: now.toISOString(),
  version: before.version + 1,
});

export interface ImportLine {
  /** The line of the file on which the record begins; the header is line 1. */
  readonly line: number;
  /** Cells of known columns that the file has. */
  readonly cells: ReadonlyMap<CsvColumn, string>;
  /** Cells beyond those of the header. */
  readonly extraCells: number;
}

export interface ImportFile {
  readonly lines: readonly ImportLine[];
  readonly ignoredColumns: readonly string[];
}

const codes: ReadonlySet<CsvColumn> = new Set(['id', 'sku', 'parent_sku', 'barcode']);
export const numberColumns = ['price', 'unit_quantity', 'weight_grams'] as const;
const numbers: ReadonlySet<CsvColumn> = new Set(numberColumns);

/**
 * Reads a whole file, so that a file with a fault of its form is refused before anything of it is imported.
 *
 * @throws UnreadableFile with the reason
 */
export function readImportFile(bytes: Uint8Array): ImportFile {
  const { names, rows, hasDecimalCommas } = readCsvFile(textOfFile(bytes), csvColumns, {
    maxRows: maxImportLines,
  });
  if (!names.includes('sku') && !names.includes('id'))
    throw new UnreadableFile('The header has no column sku');
  if (rows.length > maxImportLines)
    throw new UnreadableFile(`The file has more than ${maxImportLines} lines`);
  const places = csvColumns.flatMap((column) => {
    const index = names.indexOf(column);
    return index < 0 ? [] : [{ column, index }];
  });
  return {
    ignoredColumns: ignoredColumns(names, csvColumns),
    lines: rows.map(({ line, cells }) => ({
      line,
      cells: cellsOf(cells, places, hasDecimalCommas),
      extraCells: cells.slice(names.length).filter((cell) => cell !== '').length,
    })),
  };
}

function cellsOf(
  row: readonly string[],
  places: readonly { readonly column: CsvColumn; readonly index: number }[],
  hasDecimalCommas: boolean,
): ReadonlyMap<CsvColumn, string> {
  const cells = new Map<CsvColumn, string>();
  for (const { column, index } of places) {
    const cell = row[index] ?? '';
    const isDecimal = hasDecimalCommas && numbers.has(column) && /^\d+,\d+$/.test(cell);
    cells.set(column, codes.has(column) ? tidyCode(cell) : isDecimal ? cell.replace(',', '.') : cell);
  }
  return cells;
}
