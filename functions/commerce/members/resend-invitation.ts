import { sentAgain, tokenBytes } from '#commerce/members/invitation.ts';
import { messageWork } from '#commerce/messages/records.ts';
import { requireEmailSender, sendersOf } from '#commerce/messages/senders.ts';
import { resendInvitation } from '#contract/commerce/members.ts';
import { sendersEnvironment } from '#contract/environment.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import {
  findInvitation,
  invitationMessage,
  replaceInvitation,
  shownInvitation,
} from '#store/commerce/members/invitations.ts';

const senders = sendersOf(process.env);
const { WEB_URL: webUrl } = sendersEnvironment.parse(process.env);

export const handler = commerceEndpoint(
  resendInvitation,
  async ({ parameters, heldBrands, authorize, now, recordReply, wakeFor }) => {
    requireEmailSender(senders);
    const { reply, message } = await retryOnConflict(async () => {
      const before = found(await findInvitation(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      const { brand } = found(await findBrand(commerceTable, before.brand_id));
      const random = crypto.getRandomValues(new Uint8Array(tokenBytes));
      const issued = sentAgain(shownInvitation(before), { now, random });
      const reply = created(issued.invitation, undefined);
      const message = invitationMessage(issued, brand.name, webUrl);
      await replaceInvitation(commerceTable, before, issued, { message, now, others: recordReply(reply) });
      return { reply, message };
    });
    await wakeFor(messageWork(message), now);
    return reply;
  },
);
