import type { Unsubscription } from '#commerce/messages/link-token.ts';
import { getItem } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { campaignAddressKey } from './campaign-keys.ts';
import { readRecipient, recipientChange } from './recipients.ts';
import { figuresAction } from './runs.ts';

/** The actions that count an unsubscription once for its campaign, at the recipient that got the message to the address. */
export async function unsubscribedRecipient(
  table: Table,
  { campaign_id, address_id }: Unsubscription,
  now: Date,
): Promise<readonly TransactAction[]> {
  const address = await getItem(table, campaignAddressKey(campaign_id, address_id));
  if (address === undefined) return [];
  const recipient = await readRecipient(table, campaign_id, String(address['contact_id']));
  if (recipient === undefined || recipient.unsubscribed_at !== undefined) return [];
  return [
    recipientChange(recipient, { unsubscribed_at: now.toISOString() }),
    figuresAction(campaign_id, { unsubscribed: 1 }),
  ];
}
