import { recipientChange, recipients } from '#commerce/campaigns/recipient-records.ts';
import { figuresAction } from '#commerce/campaigns/records.ts';
import type { Unsubscription } from '#commerce/messages/unsubscribe-token.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { consentActions, findContact } from './contacts.ts';

/**
 * The actions that withdraw the consent of the contact to the channel, and count it once for the campaign. A contact that was
 * erased has nothing to withdraw.
 */
export async function unsubscription(
  table: Table,
  { brand_id, contact_id, campaign_id, channel }: Unsubscription,
  { now, newId }: { readonly now: Date; newId(): string },
): Promise<readonly TransactAction[]> {
  const [contact, recipient] = await Promise.all([
    findContact(table, brand_id, contact_id),
    recipients.find({ campaign_id, contact_id }),
  ]);
  const isFirst = recipient !== undefined && recipient.unsubscribed_at === undefined;
  return [
    ...(contact === undefined
      ? []
      : consentActions({
          brandId: brand_id,
          contactId: contact.id,
          channel,
          status: 'withdrawn',
          source: 'unsubscribe_link',
          id: newId(),
          now,
        })),
    ...(isFirst
      ? [
          recipientChange(recipient, { unsubscribed_at: now.toISOString() }),
          figuresAction(campaign_id, { unsubscribed: 1 }),
        ]
      : []),
  ];
}
