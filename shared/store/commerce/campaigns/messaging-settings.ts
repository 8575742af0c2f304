import {
  type MessagingSettings,
  type MessagingSettingsInput,
  messagingSettings as messagingSettingsSchema,
} from '#commerce/messages/contract.ts';
import { fieldsOf, getItem, itemOf, putItem, resourceOf } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { messagingSettingsKey } from './campaign-keys.ts';

/** Settings of a brand that has chosen none. */
const firstSettings = (brand_id: string): MessagingSettings => ({
  brand_id,
  quiet_hours: { start: '21:00', end: '08:00' },
  test_addresses: [],
  version: 0,
});

/** The messaging settings of a brand, strongly consistent. */
export async function readMessagingSettings(table: Table, brandId: string): Promise<MessagingSettings> {
  const item = await getItem(table, messagingSettingsKey(brandId));
  return item ? resourceOf<MessagingSettings>(item, settingsFields) : firstSettings(brandId);
}

const settingsFields = fieldsOf(messagingSettingsSchema);

/**
 * Replaces the settings.
 *
 * @throws ConditionFailed when the stored settings are no longer `before`
 */
export async function changeMessagingSettings(
  table: Table,
  before: MessagingSettings,
  input: MessagingSettingsInput,
  now: Date,
): Promise<MessagingSettings> {
  const { brand_id, version } = before;
  const { from_name, reply_to, postal_address, quiet_hours, test_addresses } = input;
  const after: MessagingSettings = {
    brand_id,
    ...(from_name !== undefined && { from_name }),
    ...(reply_to !== undefined && { reply_to }),
    ...(postal_address !== undefined && { postal_address }),
    quiet_hours,
    test_addresses,
    updated_at: now.toISOString(),
    version: version + 1,
  };
  await putItem(table, {
    Item: itemOf(messagingSettingsKey(brand_id), after),
    ConditionExpression: version === 0 ? 'attribute_not_exists(pk)' : 'version = :before',
    ...(version > 0 && { ExpressionAttributeValues: { ':before': version } }),
  });
  return after;
}
