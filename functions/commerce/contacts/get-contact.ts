import { shownContact } from '#commerce/contacts/contact.ts';
import { getContact } from '#commerce/contacts/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findContact } from '#store/commerce/contacts/contacts.ts';

export const handler = commerceEndpoint(getContact, async ({ parameters, heldBrands, authorize }) => {
  const contact = found(await findContact(commerceTable, heldBrands, parameters.id));
  authorize(contact.brand_id);
  return ok(shownContact(contact), contact);
});
