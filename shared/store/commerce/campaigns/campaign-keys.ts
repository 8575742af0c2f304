import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';

/** Progress and figures of a campaign. */
export const campaignRunKey = (campaignId: string): ItemKey => ({
  pk: `CAMPAIGNRUN#${campaignId}`,
  sk: 'RUN',
});

export const batchKey = (campaignId: string, batch: number): ItemKey => ({
  pk: batchesOf(campaignId).pk,
  sk: `BATCH#${String(batch).padStart(8, '0')}`,
});
export const batchesOf = (campaignId: string): KeyPrefix => ({
  pk: `CAMPAIGNRUN#${campaignId}`,
  prefix: 'BATCH#',
});

/** The recipient that gets the message to an address. The key does not show the address. */
export const campaignAddressKey = (campaignId: string, addressId: string): ItemKey => ({
  pk: batchesOf(campaignId).pk,
  sk: `ADDRESS#${addressId}`,
});

export const recipientKey = (campaignId: string, contactId: string): ItemKey => ({
  pk: recipientsOf(campaignId).pk,
  sk: contactId,
});
export const recipientsOf = (campaignId: string): KeyPrefix => ({
  pk: `RECIPIENTS#${campaignId}`,
  prefix: '',
});
export const recipientStatePartition = (campaignId: string, state: string): string =>
  `RECIPIENTS#${campaignId}#${state}`;
