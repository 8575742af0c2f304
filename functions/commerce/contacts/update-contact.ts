import { changeContact, shownContact } from '#commerce/contacts/contact.ts';
import { updateContact } from '#commerce/contacts/contract.ts';
import { requireVersion } from '#commerce/expected-version.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeStoredContact, findContact } from '#store/commerce/contacts/contacts.ts';
import { historyAction } from '#store/commerce/contacts/history.ts';

export const handler = commerceEndpoint(
  updateContact,
  ({ parameters, body, heldBrands, authorize, allowsChange, principal, now, newId }) =>
    retryOnConflict(async () => {
      const before = found(await findContact(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      requireVersion(before, allowsChange);
      const { contact, members } = changeContact(before, body, now);
      if (members.length === 0) return ok(shownContact(before), before);
      const entry = historyAction({
        brandId: contact.brand_id,
        contactId: contact.id,
        id: newId(),
        kind: 'change',
        at: now.toISOString(),
        facts: { members: [...members], author: principal.subject },
      });
      await changeStoredContact(commerceTable, before, contact, [entry]);
      return ok(shownContact(contact), contact);
    }),
);
