import {
  type OrderSettings,
  type OrderSettingsInput,
  orderSettingsInput,
} from '#commerce/orders/contract.ts';
import { getItem, type Item } from '../../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { orderSettingsKey } from './order-record-keys.ts';

/** Attributes that {@link orderSettingsFrom} and {@link tracksStock} read. */
export const orderSettingsAttributes = ['settings', 'settings_version', 'settings_at', 'tracks_stock'];

/** The settings in their item; the defaults, with version 0, for a brand without settings. */
export function orderSettingsFrom(brandId: string, item: Item | undefined): OrderSettings {
  const text = item?.['settings'];
  const settings = orderSettingsInput.parse(typeof text === 'string' ? JSON.parse(text) : {});
  const at = item?.['settings_at'];
  return {
    brand_id: brandId,
    ...settings,
    ...(typeof at === 'string' && { updated_at: at }),
    version: Number(item?.['settings_version'] ?? 0),
  };
}

/** Whether the brand has ever tracked stock. Orders of other brands read no stock. */
export const tracksStock = (item: Item | undefined): boolean => item?.['tracks_stock'] === true;

export async function readOrderSettings(table: Table, brandId: string): Promise<OrderSettings> {
  return orderSettingsFrom(brandId, await getItem(table, orderSettingsKey(brandId)));
}

/**
 * Replaces the settings.
 *
 * @throws ConditionFailed when the stored settings are no longer `before`
 */
export async function changeOrderSettings(
  table: Table,
  before: OrderSettings,
  input: OrderSettingsInput,
  now: Date,
): Promise<OrderSettings> {
  const after = {
    brand_id: before.brand_id,
    ...input,
    updated_at: now.toISOString(),
    version: before.version + 1,
  };
  await transact(table, [
    {
      Update: {
        Key: { ...orderSettingsKey(before.brand_id) },
        UpdateExpression: 'SET settings = :settings, settings_at = :at, settings_version = :next',
        ConditionExpression:
          before.version === 0 ? 'attribute_not_exists(settings_version)' : 'settings_version = :before',
        ExpressionAttributeValues: {
          ':settings': JSON.stringify(input),
          ':at': after.updated_at,
          ':next': after.version,
          ...(before.version !== 0 && { ':before': before.version }),
        },
      },
    },
  ]);
  return after;
}

/** The action after which orders of the brand read its stock. */
export const tracksStockAction = (brandId: string): TransactAction => ({
  Update: {
    Key: { ...orderSettingsKey(brandId) },
    UpdateExpression: 'SET tracks_stock = :yes',
    ExpressionAttributeValues: { ':yes': true },
  },
});
