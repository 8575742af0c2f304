import { type ReferralSettings, referralSettings as settingsSchema } from '#commerce/referrals/contract.ts';
import { fieldsOf, getItem, itemOf, resourceOf } from '../../dynamodb/items.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { referralSettingsKey } from './program-keys.ts';

const fields = fieldsOf(settingsSchema);

/** The referral settings of a brand, strongly consistent; version 0 if nobody has set them. */
export async function findReferralSettings(table: Table, brandId: string): Promise<ReferralSettings> {
  const item = await getItem(table, referralSettingsKey(brandId));
  return item
    ? resourceOf<ReferralSettings>(item, fields)
    : { brand_id: brandId, minimum_order_cents: 0, version: 0 };
}

/** @throws ConditionFailed when the stored settings no longer have the version before */
export const changeReferralSettings = (table: Table, after: ReferralSettings): Promise<void> =>
  transact(table, [
    {
      Put: {
        Item: itemOf(referralSettingsKey(after.brand_id), after),
        ...(after.version === 1
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: 'version = :before',
              ExpressionAttributeValues: { ':before': after.version - 1 },
            }),
      },
    },
  ]);
