import { recipientChange, recipients } from '#commerce/campaigns/recipient-records.ts';
import { figuresAction } from '#commerce/campaigns/records.ts';
import type { Unsubscription } from '#commerce/campaigns/unsubscribe-token.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { consentActions, findContact } from './contacts.ts';

/**
 * Withdraws the consent of the contact to the channel, and counts it once for the campaign. A contact that was erased has
 * nothing to withdraw.
 */
export const recordUnsubscription = (
  table: Table,
  { brand_id, contact_id, campaign_id, channel }: Unsubscription,
  { now, newId }: { readonly now: Date; newId(): string },
  others: readonly TransactAction[],
): Promise<void> =>
  retryOnConflict(async () => {
    const [contact, recipient] = await Promise.all([
      findContact(table, brand_id, contact_id),
      recipients.find({ campaign_id, contact_id }),
    ]);
    const isFirst = recipient !== undefined && recipient.unsubscribed_at === undefined;
    const actions = [
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
      ...others,
    ];
    if (actions.length > 0) await transact(table, actions);
  });
