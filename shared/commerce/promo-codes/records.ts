import { record } from '#store/commerce/record.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import type { AppliedPromotion } from '../orders/order.ts';
import { type PromoCode, type PromoCodeReplacement, promoCode } from './contract.ts';

const ofPromoCodes = { records: 'promo-codes', pk: 'PROMO#{brand_id}' } as const;

/** Rules that people write as a whole, and a number of uses that orders count. */
export const promoCodes = record({
  ...ofPromoCodes,
  name: 'promo code',
  schema: promoCode,
  sk: 'CODE#{id}',
  exported: 'promo-codes',
  person: 'none',
});

/** All that the capability stores. */
export const promoCodePlaces = [promoCodes];

/** Members that a replacement sets or removes. Uses, which orders count meanwhile, stay. */
const replaced: readonly (keyof PromoCodeReplacement | 'updated_at' | 'version')[] = [
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
];

/** The action that replaces the rules. It fails when the stored rules are no longer `before`. */
export function replaceRules(before: PromoCode, after: PromoCode): TransactAction {
  const members = replaced.map((name) => ({ name, value: after[name] }));
  const kept = members.filter(({ value }) => value !== undefined);
  const removed = members.filter(({ value }) => value === undefined);
  return {
    Update: {
      Key: { ...promoCodes.key(before) },
      UpdateExpression: [
        `SET ${kept.map(({ name }) => `#${name} = :${name}`).join(', ')}`,
        ...(removed.length === 0 ? [] : [`REMOVE ${removed.map(({ name }) => `#${name}`).join(', ')}`]),
      ].join(' '),
      ConditionExpression: '#version = :before',
      ExpressionAttributeNames: Object.fromEntries(members.map(({ name }) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(kept.map(({ name, value }) => [`:${name}`, value])),
        ':before': before.version,
      },
    },
  };
}

/** The action that counts the use of a promo code. It fails beyond the limit or after a change of the rules. */
export const takePromoUse = ({ brand_id, id, created_at, version, max_uses }: PromoCode): TransactAction => ({
  Update: {
    Key: { ...promoCodes.key({ brand_id, id }) },
    UpdateExpression: 'ADD use_count :one',
    ConditionExpression: `version = :version AND created_at = :issue${max_uses === undefined ? '' : ' AND use_count < :max'}`,
    ExpressionAttributeValues: {
      ':one': 1,
      ':version': version,
      ':issue': created_at,
      ...(max_uses !== undefined && { ':max': max_uses }),
    },
  },
});

/**
 * The actions that give a use back. A promo code that was deleted meanwhile needs none.
 *
 * @param found the promo code of the use as it is stored now
 */
export const returnPromoUse = (
  found: PromoCode | undefined,
  { id, issue }: AppliedPromotion,
): readonly TransactAction[] =>
  found?.created_at === issue
    ? [
        {
          Update: {
            Key: { ...promoCodes.key({ brand_id: found.brand_id, id }) },
            UpdateExpression: 'ADD use_count :less',
            ConditionExpression: 'created_at = :issue',
            ExpressionAttributeValues: { ':less': -1, ':issue': issue },
          },
        },
      ]
    : [];
