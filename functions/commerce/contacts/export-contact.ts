import { exportContact } from '#commerce/contacts/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findContact } from '#store/commerce/contacts/contacts.ts';
import { readPersonalData } from '#store/commerce/contacts/personal-data.ts';

export const handler = commerceEndpoint(
  exportContact,
  async ({ parameters, query, heldBrands, authorize, noteActivity }) => {
    const contact = found(await findContact(commerceTable, heldBrands, parameters.id));
    authorize(contact.brand_id);
    const { data, nextCursor } = await readPersonalData(commerceTable, contact, query);
    if (query.cursor === undefined) {
      await noteActivity(contact.brand_id, {
        event: 'personalDataExported',
        data: { contact_id: contact.id },
      });
    }
    return okPage(data, nextCursor);
  },
);
