import type { Product } from '#contract/commerce/products.ts';
import { type PageRequest, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { productsOf } from '../commerce-keys.ts';
import { productFrom } from '../products.ts';

/** Products in the order of their creation, at most 4 MB of them. */
export const readProducts = (
  table: Table,
  brandId: string,
  page: PageRequest,
): Promise<StoredPage<Product>> =>
  queryPage(table, { list: ['products', brandId], ...page, range: productsOf(brandId) }, productFrom);
