import { listContactHistory } from '#commerce/contacts/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findContact } from '#store/commerce/contacts/contacts.ts';
import { readHistory } from '#store/commerce/contacts/history.ts';

export const handler = commerceEndpoint(
  listContactHistory,
  async ({ parameters, query, heldBrands, authorize }) => {
    const contact = found(await findContact(commerceTable, heldBrands, parameters.id));
    authorize(contact.brand_id);
    const { data, nextCursor } = await readHistory(commerceTable, contact, query);
    return okPage(data, nextCursor);
  },
);
