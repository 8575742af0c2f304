import { newContact, shownContact } from '#commerce/contacts/contact.ts';
import { createContact } from '#commerce/contacts/contract.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { insertContact } from '#store/commerce/contacts/contacts.ts';

export const handler = commerceEndpoint(createContact, async ({ body, now, newId, recordReply }) => {
  const contact = newContact(body, 'staff', { id: newId(), now });
  const reply = created(shownContact(contact), `/api/v1/contacts/${contact.id}`, contact);
  await retryOnConflict(() => insertContact(commerceTable, contact, recordReply(reply)));
  return reply;
});
