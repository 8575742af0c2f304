import { normalPhone } from '#commerce/contacts/addresses.ts';
import { requestOptIn } from '#commerce/contacts/contract.ts';
import { optInToken } from '#commerce/messages/link-token.ts';
import { messageWork, optInRequests, publicUrl, queueMessage } from '#commerce/messages/records.ts';
import { sendersOf } from '#commerce/messages/senders.ts';
import { placeOfAddress, readSilence } from '#commerce/messages/silence-records.ts';
import { hasComplaint, mayAsk, optInKind, optInMessage } from '#commerce/messages/silences.ts';
import { unsubscribeEnvironment } from '#contract/environment.ts';
import { ApiError, found } from '#contract/errors.ts';
import { commerceEndpoint } from '#http/endpoint/commerce-endpoint.ts';
import { okAccepted } from '#http/reply/replies.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { unsubscribeKey } from '#store/adapters/unsubscribe-key.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findContact } from '#store/commerce/contacts/contacts.ts';
import { transact } from '#store/dynamodb/table.ts';

const { UNSUBSCRIBE_SECRET } = unsubscribeEnvironment.parse(process.env);
const senders = sendersOf(process.env);

export const handler = commerceEndpoint(
  requestOptIn,
  async ({ parameters, body, heldBrands, authorize, now, newId, recordReply, wakeFor }) => {
    const id = newId();
    const { channel } = body;
    const { reply, brand_id } = await retryOnConflict(async () => {
      const contact = found(await findContact(commerceTable, heldBrands, parameters.id));
      authorize(contact.brand_id);
      const address = channel === 'email' ? contact.email : contact.phone;
      if (address === undefined) throw new ApiError('no_address');
      const key = senders[channel] ? await unsubscribeKey(UNSUBSCRIBE_SECRET) : undefined;
      if (key === undefined) throw new ApiError('sender_not_configured');
      const place = await placeOfAddress(contact.brand_id, channel, address);
      const of = { brand_id: contact.brand_id, id: place.id };
      const [silence, before, record] = await Promise.all([
        readSilence(place),
        optInRequests.find(of),
        findBrand(commerceTable, contact.brand_id),
      ]);
      if (hasComplaint(silence)) throw new ApiError('opt_in_refused');
      if (!mayAsk(before.times, now)) throw new ApiError('opt_in_too_often');
      const token = optInToken(
        { brand_id: of.brand_id, channel, address_id: of.id, contact_id: contact.id, request_id: id },
        key,
      );
      const message = {
        id: `opt-in-${id}`,
        brand_id: of.brand_id,
        channel,
        to: channel === 'email' ? address : normalPhone(address),
        kind: optInKind,
        ...optInMessage(found(record).brand.name, `${publicUrl}/api/v1/opt-in/${token}`),
      };
      const asked = okAccepted({ id, channel, created_at: now.toISOString() });
      const times = [...before.times.slice(-2), now.toISOString()];
      await transact(commerceTable, [
        ...(before.version === 0
          ? [optInRequests.insert({ ...of, times, version: 1 })]
          : [optInRequests.replace(before, { ...of, times, version: before.version + 1 })]),
        ...queueMessage(message, now),
        ...recordReply(asked),
      ]);
      return { reply: asked, brand_id: of.brand_id };
    });
    await wakeFor(messageWork({ id: `opt-in-${id}`, brand_id }), now);
    return reply;
  },
);
