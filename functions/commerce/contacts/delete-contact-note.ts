import { deleteContactNote } from '#commerce/contacts/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, noContent } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findContact } from '#store/commerce/contacts/contacts.ts';
import { deleteNote } from '#store/commerce/contacts/history.ts';

export const handler = commerceEndpoint(deleteContactNote, async ({ parameters, heldBrands, authorize }) => {
  const contact = found(await findContact(commerceTable, heldBrands, parameters.id));
  authorize(contact.brand_id);
  await deleteNote(commerceTable, contact, parameters.note_id);
  return noContent();
});
