import type { ImportPlan } from '#commerce/product-files/import-plan.ts';
import {
  type BadLine,
  badLine,
  type ProductImport,
  productImport,
} from '#contract/commerce/product-files.ts';
import { fieldsOf, type Item, type ItemKey, insertion, itemOf, resourceOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { finder } from '../brand-items.ts';
import { inProducts } from '../commerce-keys.ts';
import { batchSkuActions } from '../product-skus.ts';
import { nextCatalogVersion, productInsertion, replacement } from '../products.ts';

const importKey = (brandId: string, id: string): ItemKey => inProducts.key(brandId, `IMPORT#${id}`);
const faultsOf = (brandId: string, id: string) => inProducts.part(brandId, `IMPORTFAULT#${id}#`);

const keptSeconds = 30 * 24 * 3600;

const expiryOf = ({ created_at }: ProductImport) => Math.floor(Date.parse(created_at) / 1000) + keptSeconds;

const importItem = (one: ProductImport) =>
  itemOf({ ...importKey(one.brand_id, one.id), expires_at: expiryOf(one) }, one);

const importFields = fieldsOf(productImport);

const importFrom = (item: Item): ProductImport => resourceOf<ProductImport>(item, importFields);

export const insertImport = (
  table: Table,
  one: ProductImport,
  others: readonly TransactAction[],
): Promise<void> => transact(table, [insertion(importItem(one)), ...others]);

export const findImport = finder(importKey, importFrom);

/** Lines of one transaction: of at most 100 actions, a line needs three, and the batch five. */
export const batchLines = 20;

interface Progress {
  readonly before: ProductImport;
  readonly after: ProductImport;
}

/**
 * Commits a batch: products with their SKUs, bad lines and the progress of the import. A batch that a killed run has
 * committed is never committed again, because the progress is conditional.
 *
 * @throws ConditionFailed when the import, a product or a SKU has changed since it was read
 */
export function commitBatch(
  table: Table,
  { before, after }: Progress,
  { products, bad }: Pick<ImportPlan, 'products' | 'bad'>,
  others: readonly TransactAction[],
): Promise<void> {
  return transact(table, [
    {
      Put: {
        Item: { ...importItem(after) },
        ConditionExpression: 'version = :before',
        ExpressionAttributeValues: { ':before': before.version },
      },
    },
    ...(products.length === 0 ? [] : [nextCatalogVersion(after.brand_id)]),
    ...products.flatMap((planned) =>
      planned.before === undefined
        ? [productInsertion(planned.after)]
        : replacement(planned.before, planned.after),
    ),
    ...batchSkuActions(after.brand_id, products),
    ...bad.map((line) => ({ Put: { Item: { ...faultItem(after, line) } } })),
    ...others,
  ]);
}

const lineDigits = 7;

const faultItem = (one: ProductImport, line: BadLine) => {
  const { pk, prefix } = faultsOf(one.brand_id, one.id);
  const sk = prefix + String(line.line).padStart(lineDigits, '0');
  return itemOf({ pk, sk, expires_at: expiryOf(one) }, line);
};

const badLineFields = fieldsOf(badLine);

/** Bad lines in the order of the file. */
export const readBadLines = (
  table: Table,
  { brand_id, id }: Pick<ProductImport, 'brand_id' | 'id'>,
  page: PageRequest,
): Promise<StoredPage<BadLine>> =>
  queryPage(
    table,
    { list: ['import-faults', brand_id, id], ...page, range: faultsOf(brand_id, id) },
    (item) => resourceOf<BadLine>(item, badLineFields),
  );
