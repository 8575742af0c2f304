import { type PromoCode, promoCode as promoCodeSchema } from '#commerce/promo-codes/contract.ts';
import { ApiError } from '#contract/errors.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { fieldsOf, getItem, type Item, insertion, itemOf, resourceOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { finder } from '../brand-items.ts';
import { promoCodeKey, promoCodesOf } from './promo-code-keys.ts';

/**
 * Stores a new promo code and `others` in one transaction.
 *
 * @throws ApiError promo_code_exists
 */
export async function insertPromoCode(
  table: Table,
  promoCode: PromoCode,
  others: readonly TransactAction[],
): Promise<void> {
  const Item = itemOf(promoCodeKey(promoCode.brand_id, promoCode.id), promoCode);
  try {
    await transact(table, [insertion(Item), ...others]);
  } catch (error) {
    const exists = error instanceof ConditionFailed && error.failures.some(({ index }) => index === 0);
    throw exists ? new ApiError('promo_code_exists', { cause: error }) : error;
  }
}

/**
 * Replaces the rules and keeps the uses that orders count meanwhile.
 *
 * @throws ConditionFailed when the stored rules are no longer `before`
 */
export const changePromoCode = (table: Table, before: PromoCode, after: PromoCode): Promise<void> => {
  const { id, brand_id, code, use_count, created_at, ...rules } = after;
  const members = [...ruleMembers].map((name) => ({ name, value: rules[name] }));
  const kept = members.filter(({ value }) => value !== undefined);
  const removed = members.filter(({ value }) => value === undefined);
  const names = (some: typeof members) => some.map(({ name }) => `#${name}`).join(', ');
  return transact(table, [
    {
      Update: {
        Key: { ...promoCodeKey(brand_id, id) },
        UpdateExpression: [
          `SET ${kept.map(({ name }) => `#${name} = :${name}`).join(', ')}`,
          ...(removed.length === 0 ? [] : [`REMOVE ${names(removed)}`]),
        ].join(' '),
        ConditionExpression: '#version = :before',
        ExpressionAttributeNames: Object.fromEntries(members.map(({ name }) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ...Object.fromEntries(kept.map(({ name, value }) => [`:${name}`, value])),
          ':before': before.version,
        },
      },
    },
  ]);
};

const ruleMembers = [
  'description',
  'kind',
  'percent',
  'amount_cents',
  'minimum_cents',
  'product_ids',
  'first_order_only',
  'starts_at',
  'ends_at',
  'max_uses',
  'max_uses_per_customer',
  'is_active',
  'updated_at',
  'version',
] as const;

/**
 * Deletes the promo code.
 *
 * @throws ConditionFailed when the stored rules are no longer `before`
 */
export const removePromoCode = (table: Table, { brand_id, id, version }: PromoCode): Promise<void> =>
  transact(table, [
    {
      Delete: {
        Key: { ...promoCodeKey(brand_id, id) },
        ConditionExpression: 'version = :before',
        ExpressionAttributeValues: { ':before': version },
      },
    },
  ]);

/** Promo codes of a brand by id, strongly consistent. */
export const readPromoCodes = (
  table: Table,
  brandId: string,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<PromoCode>> =>
  queryPage(
    table,
    { list: ['promo codes', brandId], limit, cursor, range: promoCodesOf(brandId) },
    promoCodeFrom,
  );

/** The promo code, strongly consistent. */
export async function readPromoCode(
  table: Table,
  brandId: string,
  id: string,
): Promise<PromoCode | undefined> {
  const item = await getItem(table, promoCodeKey(brandId, id));
  return item && promoCodeFrom(item);
}

const promoCodeFields = fieldsOf(promoCodeSchema);
const promoCodeFrom = (item: Item) => resourceOf<PromoCode>(item, promoCodeFields);

export const findPromoCode = finder(promoCodeKey, promoCodeFrom);
