import { normalEmail, normalPhone } from '#commerce/contacts/addresses.ts';
import type { ErasedPerson } from '#commerce/contacts/erased-person.ts';
import { addressHash } from '#commerce/messages/message.ts';
import { isWritten } from '#persistence/conflict.ts';
import { recordOf } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { smsThreadKey } from '../campaigns/campaign-keys.ts';
import { phonePartition } from '../contacts/contact-keys.ts';
import { clearMessage, messagesOf, type StoredMessage } from '../messages/queue-message.ts';

/**
 * Clears the messages to the person, and all test messages, which may show a contact. A message that waits is not sent.
 *
 * @returns false when the time is up
 */
export async function eraseMessages(
  table: Table,
  { brandId, emails, phones }: ErasedPerson,
  { isTimeUp }: { isTimeUp(): boolean },
): Promise<boolean> {
  const isTo = ({ channel, to }: StoredMessage) =>
    channel === 'email' ? emails.includes(normalEmail(to)) : phones.includes(normalPhone(to));
  for await (const item of queryItems(table, messagesOf(brandId))) {
    if (isTimeUp()) return false;
    const message = recordOf<StoredMessage>(item);
    if (isTo(message) || (message.kind === 'campaign_test' && message.text !== '')) {
      await isWritten(clearMessage(table, message));
    }
  }
  return true;
}

/** Forgets that the brand has sent text messages to the person, unless another contact has the phone number. */
export async function eraseSmsThreads(table: Table, { brandId, phones }: ErasedPerson): Promise<void> {
  for (const phone of phones) {
    if (await isShared(table, brandId, phone)) continue;
    await transact(table, [{ Delete: { Key: { ...smsThreadKey(addressHash(phone), brandId) } } }]);
  }
}

async function isShared(table: Table, brandId: string, phone: string): Promise<boolean> {
  const range = { pk: phonePartition(brandId), prefix: `${phone}#`, index: 'gsi2' as const };
  for await (const _ of queryItems(table, range, { pageSize: 1 })) return true;
  return false;
}
