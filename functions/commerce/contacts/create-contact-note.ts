import { createContactNote } from '#commerce/contacts/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findContact, isStored } from '#store/commerce/contacts/contacts.ts';
import { historyAction, shownEntry } from '#store/commerce/contacts/history.ts';
import { transact } from '#store/dynamodb/table.ts';

export const handler = commerceEndpoint(
  createContactNote,
  async ({ parameters, body, heldBrands, authorize, principal, now, newId, recordReply }) => {
    const contact = found(await findContact(commerceTable, heldBrands, parameters.id));
    authorize(contact.brand_id);
    const entry = {
      brandId: contact.brand_id,
      contactId: contact.id,
      id: newId(),
      kind: 'note',
      at: now.toISOString(),
      facts: { text: body.text, author: principal.subject },
    } as const;
    const reply = created(shownEntry(entry), undefined);
    // A contact that is erased meanwhile must not get a new note.
    await transact(commerceTable, [isStored(contact), historyAction(entry), ...recordReply(reply)]);
    return reply;
  },
);
