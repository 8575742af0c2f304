import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';
import { inCampaigns } from '../commerce-keys.ts';

export const messagingSettingsKey = (brandId: string): ItemKey => inCampaigns.key(brandId, 'MESSAGING');

/** The key does not show the phone number. */
export const smsThreadKey = (phoneHash: string, brandId: string): ItemKey => ({
  pk: smsThreadsOf(phoneHash).pk,
  sk: brandId,
});
export const smsThreadsOf = (phoneHash: string): KeyPrefix => ({ pk: `SMSTHREAD#${phoneHash}`, prefix: '' });

/** Phones of a brand, in the index. */
export const smsThreadsPartition = (brandId: string): string => `SMSTHREAD#BRAND#${brandId}`;
