import { shownContact, withConsent } from '#commerce/contacts/contact.ts';
import { recordConsent } from '#commerce/contacts/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { consentEntry } from '#store/commerce/contacts/consents.ts';
import { findContact, replacement } from '#store/commerce/contacts/contacts.ts';
import { transact } from '#store/dynamodb/table.ts';

export const handler = commerceEndpoint(
  recordConsent,
  ({ parameters, body, heldBrands, authorize, principal, now, newId, recordReply }) =>
    retryOnConflict(async () => {
      const before = found(await findContact(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      const { channel, ...given } = body;
      const contact = withConsent(before, channel, { ...given, at: now.toISOString() }, now);
      const reply = created(shownContact(contact), undefined, contact);
      const entry = consentEntry({
        brandId: contact.brand_id,
        contactId: contact.id,
        ...body,
        id: newId(),
        now,
        author: principal.subject,
      });
      await transact(commerceTable, [replacement(before, contact), entry, ...recordReply(reply)]);
      return reply;
    }),
);
