import type { CatalogRules, KnownProduct } from '#commerce/check-items.ts';
import { emailHash } from '#commerce/customer.ts';
import type { CustomerKind } from '#commerce/order-figures.ts';
import type { Order } from '#contract/commerce/orders.ts';
import { brandKey, catalogueKey, customerKey, productKey } from './commerce-keys.ts';
import { getItem, getItems } from './items.ts';
import { productAttribute, productFrom } from './products.ts';
import type { Table, TransactAction } from './table.ts';

/** What the table knows that a new order depends on. */
export interface OrderSurroundings extends CatalogRules {
  readonly customer: CustomerKind;
  /** Conditions of a transaction that hold as long as the products are as they were read. */
  readonly unchanged: readonly TransactAction[];
}

/**
 * A transaction has 100 actions, and each product of an order may need one for its figures. Up to this many products
 * get a condition each. Beyond it one condition on the version of the brand's catalog covers all of them, and a change
 * of any product of the brand refuses it.
 */
export const maximumCheckedProducts = 40;

/**
 * Reads the order's brand, customer and products, strongly consistent: in one round trip for up to 98 products, with one
 * more before it for an order of more products than get a condition each.
 */
export async function readSurroundings(table: Table, order: Order): Promise<OrderSurroundings> {
  const { brand_id, customer_email, items } = order;
  const brand = brandKey(brand_id);
  const customer =
    customer_email === undefined ? undefined : customerKey(brand_id, emailHash(customer_email));
  const ids = new Map(items.map(({ product_id }) => [productKey(brand_id, product_id).sk, product_id]));
  // Read before the products: a change in between is then found by the condition.
  const version = ids.size > maximumCheckedProducts ? await catalogueVersion(table, brand_id) : undefined;
  const keys = [...ids.keys()].map((sk) => ({ pk: brand.pk, sk }));
  const wanted = [brand, ...(customer ? [customer] : []), ...keys];
  const found = await getItems(table, wanted, ['sk', 'catalog', 'prices', productAttribute]);
  const bySk = new Map(found.map((item) => [String(item['sk']), item]));
  const settings = bySk.get(brand.sk);
  const products = new Map(
    [...ids].flatMap(([sk, id]): [string, KnownProduct][] => {
      const product = bySk.get(sk);
      return product ? [[id, productFrom(product)]] : [];
    }),
  );
  return {
    catalog: settings?.['catalog'] === 'external' ? 'external' : 'managed',
    prices: settings?.['prices'] === 'match' ? 'match' : 'trust',
    customer: customer === undefined ? 'without-email' : bySk.has(customer.sk) ? 'returning' : 'new',
    products,
    unchanged:
      ids.size > maximumCheckedProducts
        ? [versionCheck(catalogueKey(brand_id), 'catalogue_version', version)]
        : [...products].map(([id, product]) =>
            versionCheck(productKey(brand_id, id), 'version', product.version),
          ),
  };
}

async function catalogueVersion(table: Table, brandId: string): Promise<unknown> {
  return (await getItem(table, catalogueKey(brandId)))?.['catalogue_version'];
}

/** A brand without any product has no version of its catalog. */
const versionCheck = (
  Key: ReturnType<typeof productKey>,
  attribute: string,
  version: unknown,
): TransactAction => ({
  ConditionCheck:
    version === undefined
      ? { Key: { ...Key }, ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          Key: { ...Key },
          ConditionExpression: '#version = :version',
          ExpressionAttributeNames: { '#version': attribute },
          ExpressionAttributeValues: { ':version': version },
        },
});
