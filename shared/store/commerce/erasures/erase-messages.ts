import { normalEmail, normalPhone } from '#commerce/contacts/addresses.ts';
import type { ErasedPerson } from '#commerce/contacts/erased-person.ts';
import { clearMessage, messagesOf, type StoredMessage } from '#commerce/messages/records.ts';
import { isWritten } from '#persistence/conflict.ts';
import { recordOf } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';

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
