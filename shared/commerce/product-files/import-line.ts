import type { ProductPatch } from '#contract/commerce/product-fields.ts';
import type { CsvColumn, ImportFault } from '#contract/commerce/product-files.ts';

/** Members that a line sets, or removes by null. */
export type LineFields = Pick<
  ProductPatch,
  | 'name'
  | 'description'
  | 'category'
  | 'price'
  | 'unit'
  | 'unit_quantity'
  | 'weight_grams'
  | 'barcode'
  | 'tax_category'
  | 'is_active'
  | 'sku'
>;

const texts = ['name', 'description', 'category', 'unit', 'barcode', 'tax_category', 'sku'] as const;
const numbers = ['price', 'unit_quantity', 'weight_grams'] as const;

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/** The members of a line: columns that the file does not have are absent, and empty cells are null. */
export function fieldsOfLine(cells: ReadonlyMap<CsvColumn, string>): {
  readonly fields: LineFields;
  readonly faults: readonly ImportFault[];
} {
  const fields: { -readonly [Name in keyof LineFields]: LineFields[Name] } = {};
  const faults: ImportFault[] = [];
  for (const name of texts) {
    const cell = cells.get(name);
    if (cell !== undefined) fields[name] = cell === '' ? null : cell;
  }
  for (const name of numbers) {
    const cell = cells.get(name);
    if (cell === undefined) continue;
    if (cell === '') fields[name] = null;
    else if (/^\d{1,15}(?:\.\d{1,400})?$/.test(cell)) fields[name] = Number(cell);
    else faults.push({ column: name, code: 'invalid_type', reason: 'Expected a number such as 4.50' });
  }
  const active = cells.get('is_active');
  if (active !== undefined && active !== '') {
    const value = booleans.get(active.toLowerCase());
    if (value === undefined) {
      faults.push({ column: 'is_active', code: 'invalid_type', reason: 'Expected true or false' });
    } else fields.is_active = value;
  }
  return { fields, faults };
}
