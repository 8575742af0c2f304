import { normalEmail, normalPhone } from '#commerce/contacts/addresses.ts';
import type { ErasedPerson } from '#commerce/contacts/erased-person.ts';
import { clearMessage, forgetSmsThread, messagesOf, type StoredMessage } from '#commerce/messages/records.ts';
import { isWritten } from '#persistence/conflict.ts';
import { recordOf } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { phonePartition } from '../contacts/contact-keys.ts';

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
      await isWritten(clearMessage(message));
    }
  }
  return true;
}

/** Forgets that the brand has sent text messages to the person, unless another contact has the phone number. */
export async function eraseSmsThreads(table: Table, { brandId, phones }: ErasedPerson): Promise<void> {
  for (const phone of phones) {
    if (await isShared(table, brandId, phone)) continue;
    await transact(table, [forgetSmsThread(phone, brandId)]);
  }
}

async function isShared(table: Table, brandId: string, phone: string): Promise<boolean> {
  const range = { pk: phonePartition(brandId), prefix: `${phone}#`, index: 'gsi2' as const };
  for await (const _ of queryItems(table, range, { pageSize: 1 })) return true;
  return false;
}
