import { timestamp, uuid } from '#contract/fields.ts';
import { record } from '#store/commerce/record.ts';
import type { PageRequest } from '#store/dynamodb/query-page.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { badLine, type ProductImport, productImport } from './import-fields.ts';
import type { ImportPlan } from './import-plan.ts';
import { batchWrites, inProducts } from './records.ts';

const keptMilliseconds = 30 * 86_400_000;
const end = ({ created_at }: Pick<ProductImport, 'created_at'>) =>
  new Date(Date.parse(created_at) + keptMilliseconds);

export const imports = record({
  ...inProducts,
  name: 'product import',
  schema: productImport,
  sk: 'IMPORT#{id}',
  expires: end,
  exported: 'product-imports',
  person: 'none',
});

const badLines = record({
  ...inProducts,
  name: 'bad line',
  schema: badLine.extend({ brand_id: uuid, import_id: uuid, created_at: timestamp }),
  sk: 'IMPORTFAULT#{import_id}#{line:7}',
  expires: end,
  exported: 'product-import-faults',
  // That of the import, by which the line expires.
  hides: ['created_at'],
  person: 'none',
});

/** What is stored of imports. */
export const importPlaces = [imports, badLines];

/** Lines of one transaction: of at most 100 actions, a line needs three, and the batch five. */
export const batchLines = 20;

interface Progress {
  readonly before: ProductImport;
  readonly after: ProductImport;
}

/**
 * The writes of a batch: products with their SKUs, bad lines and the progress of the import. A batch that a killed run has
 * committed is never committed again, because the progress is conditional. They fail if the import, a product or a SKU has changed.
 */
export const importWrites = (
  { before, after }: Progress,
  { products, bad }: Pick<ImportPlan, 'products' | 'bad'>,
): readonly TransactAction[] => {
  const { brand_id, id: import_id, created_at } = after;
  return [
    imports.replace(before, after),
    ...batchWrites(brand_id, products),
    ...bad.map((line) => badLines.put({ brand_id, import_id, ...line, created_at })),
  ];
};

/** Bad lines in the order of the file. */
export async function readBadLines({ brand_id, id: import_id }: ProductImport, page: PageRequest) {
  const { data, nextCursor } = await badLines.page({ brand_id, import_id }, page);
  return { data: data.map(({ line, faults }) => ({ line, faults })), nextCursor };
}
