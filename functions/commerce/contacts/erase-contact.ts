import { eraseContact } from '#commerce/contacts/contract.ts';
import { erasedAddresses } from '#commerce/messages/silence-records.ts';
import { found } from '#contract/errors.ts';
import { accepted, commerceEndpoint } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findContact } from '#store/commerce/contacts/contacts.ts';
import { eraseImports } from '#store/commerce/erasures/erase-imports.ts';
import { beginErasure, newErasure, shownErasure } from '#store/commerce/erasures/erasures.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';

export const handler = commerceEndpoint(
  eraseContact,
  async ({ parameters, heldBrands, authorize, principal, now, newId, recordReply, wakeFor }) => {
    const work = { kind: 'erase-person', key: newId() } as const;
    const reply = await retryOnConflict(async () => {
      const contact = found(await findContact(commerceTable, heldBrands, parameters.id));
      authorize(contact.brand_id);
      const erasure = newErasure(contact, { id: work.key, now, requestedBy: principal.subject });
      // First, because a row may make the contact again.
      await eraseImports(commerceTable, contact.brand_id, erasure.person);
      const begun = accepted(shownErasure(erasure), `/api/v1/erasures/${erasure.id}`);
      const payload = { brand_id: contact.brand_id, erasure_id: erasure.id };
      await beginErasure(commerceTable, contact, erasure, [
        scheduleWork({ ...work, due: now, payload }),
        ...(await erasedAddresses(contact, now)),
        ...recordReply(begun),
      ]);
      return begun;
    });
    await wakeFor(work, now);
    return reply;
  },
);
