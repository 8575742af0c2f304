import { type StoredContact, shownContact, withConsent } from '#commerce/contacts/contact.ts';
import { type Channel, type Consent, recordConsent } from '#commerce/contacts/contract.ts';
import {
  placeOfAddress,
  readSilence,
  stillNotSilent,
  withdrawnAt,
} from '#commerce/messages/silence-records.ts';
import { strictest } from '#commerce/messages/silences.ts';
import { ApiError, found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { consentEntry } from '#store/commerce/contacts/consents.ts';
import { findContact, replacement } from '#store/commerce/contacts/contacts.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';

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
      const ofAddress = await addressActions(contact, body, { now, by: principal.subject });
      await transact(commerceTable, [
        replacement(before, contact),
        entry,
        ...ofAddress,
        ...recordReply(reply),
      ]);
      return reply;
    }),
);

/**
 * What a consent that staff record does to the address: a yes needs one that is not silent.
 *
 * @throws ApiError address_silent
 */
async function addressActions(
  contact: StoredContact,
  { channel, status }: { readonly channel: Channel; readonly status: Consent['status'] },
  occasion: { readonly now: Date; readonly by: string },
): Promise<readonly TransactAction[]> {
  if (status === 'withdrawn') return withdrawnAt(contact, channel, occasion);
  const written = channel === 'email' ? contact.email : contact.phone;
  if (written === undefined) return [];
  const place = await placeOfAddress(contact.brand_id, channel, written);
  const silence = await readSilence(place);
  if (silence.reasons.length === 0) return [stillNotSilent(place)];
  const { reason } = strictest(silence);
  const details = [{ path: ['body', 'channel'], message: `The address is silent: ${reason}`, code: reason }];
  throw new ApiError('address_silent', { details });
}
