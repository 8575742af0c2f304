import type { AppliedPromotion } from '#contract/commerce/order-amounts.ts';
import type { PromoCode } from '#contract/commerce/promo-codes.ts';
import { getItem } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { promoCodeKey, promoUseKey } from './promo-code-keys.ts';
import { readPromoCode } from './promo-codes.ts';

/** Orders of the customer with the promo code that are not cancelled. */
export async function readCustomerUses(
  table: Table,
  { brand_id, id, created_at }: PromoCode,
  customerId: string,
): Promise<number> {
  return Number((await getItem(table, promoUseKey(brand_id, id, created_at, customerId)))?.['uses'] ?? 0);
}

/** The actions that count the use of a promo code, and fail beyond a limit or after a change of the rules. */
export function takePromoUse(promoCode: PromoCode, { customer_id }: AppliedPromotion): TransactAction[] {
  const { brand_id, id, created_at, version, max_uses, max_uses_per_customer } = promoCode;
  const total: TransactAction = {
    Update: {
      Key: { ...promoCodeKey(brand_id, id) },
      UpdateExpression: 'ADD use_count :one',
      ConditionExpression: `version = :version AND created_at = :issue${max_uses === undefined ? '' : ' AND use_count < :max'}`,
      ExpressionAttributeValues: {
        ':one': 1,
        ':version': version,
        ':issue': created_at,
        ...(max_uses !== undefined && { ':max': max_uses }),
      },
    },
  };
  if (customer_id === undefined) return [total];
  const ofCustomer: TransactAction = {
    Update: {
      Key: { ...promoUseKey(brand_id, id, created_at, customer_id) },
      UpdateExpression: 'ADD uses :one',
      ...(max_uses_per_customer !== undefined && {
        ConditionExpression: 'attribute_not_exists(uses) OR uses < :max',
      }),
      ExpressionAttributeValues: {
        ':one': 1,
        ...(max_uses_per_customer !== undefined && { ':max': max_uses_per_customer }),
      },
    },
  };
  return [total, ofCustomer];
}

/** The actions that give the use of a cancelled order back. A promo code that was deleted meanwhile needs none. */
export async function returnPromoUse(
  table: Table,
  brandId: string,
  { id, issue, customer_id }: AppliedPromotion,
): Promise<readonly TransactAction[]> {
  const promoCode = await readPromoCode(table, brandId, id);
  if (promoCode?.created_at !== issue) return [];
  return [
    {
      Update: {
        Key: { ...promoCodeKey(brandId, id) },
        UpdateExpression: 'ADD use_count :less',
        ConditionExpression: 'created_at = :issue',
        ExpressionAttributeValues: { ':less': -1, ':issue': issue },
      },
    },
    ...(customer_id === undefined
      ? []
      : [
          {
            Update: {
              Key: { ...promoUseKey(brandId, id, issue, customer_id) },
              UpdateExpression: 'ADD uses :less',
              ExpressionAttributeValues: { ':less': -1 },
            },
          },
        ]),
  ];
}
