import { shownContact } from '#commerce/contacts/contact.ts';
import { listContacts } from '#commerce/contacts/contract.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readContacts } from '#store/commerce/contacts/contact-pages.ts';

export const handler = commerceEndpoint(listContacts, async ({ query }) => {
  const { data, nextCursor } = await readContacts(commerceTable, query);
  return okPage(data.map(shownContact), nextCursor);
});
