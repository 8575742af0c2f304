import { mergeDuplicate, shownContact } from '#commerce/contacts/contact.ts';
import { mergeContacts } from '#commerce/contacts/contract.ts';
import { factsOf } from '#commerce/contacts/ledger.ts';
import { readLedger } from '#commerce/contacts/ledger-records.ts';
import { figureActions, newCustomerChanges } from '#commerce/reports/figure-records.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findContact, storeMerge } from '#store/commerce/contacts/contacts.ts';
import { historyAction } from '#store/commerce/contacts/history.ts';

export const handler = commerceEndpoint(
  mergeContacts,
  ({ parameters, body, heldBrands, authorize, principal, now, newId, recordReply }) =>
    retryOnConflict(async () => {
      const before = found(await findContact(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      const duplicate = found(await findContact(commerceTable, [before.brand_id], body.duplicate_id));
      const entries = await Promise.all([before, duplicate].map(readLedger));
      const contact = mergeDuplicate(before, duplicate, factsOf(entries.flat()), now);
      const reply = created(shownContact(contact), undefined, contact);
      const entry = historyAction({
        brandId: contact.brand_id,
        contactId: contact.id,
        id: newId(),
        kind: 'change',
        reference: duplicate.id,
        at: now.toISOString(),
        facts: { members: ['merged'], author: principal.subject },
      });
      const firsts = [before, duplicate].map(({ brand_id, first_order_at }) => ({
        brand_id,
        before: first_order_at,
      }));
      const figures = figureActions(
        [...firsts, { brand_id: contact.brand_id, after: contact.first_order_at }].flatMap(
          newCustomerChanges,
        ),
      );
      await storeMerge(commerceTable, before, contact, duplicate, [entry, ...figures, ...recordReply(reply)]);
      return reply;
    }),
);
