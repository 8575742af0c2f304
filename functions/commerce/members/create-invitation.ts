import { newInvitation, tokenBytes } from '#commerce/members/invitation.ts';
import { messageWork } from '#commerce/messages/records.ts';
import { requireEmailSender, sendersOf } from '#commerce/messages/senders.ts';
import { createInvitation } from '#contract/commerce/members.ts';
import { sendersEnvironment } from '#contract/environment.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { checkEntitlement } from '#store/commerce/billing/entitlements.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { insertInvitation, invitationMessage } from '#store/commerce/members/invitations.ts';

const senders = sendersOf(process.env);
const { WEB_URL: webUrl } = sendersEnvironment.parse(process.env);

export const handler = commerceEndpoint(
  createInvitation,
  async ({ body, principal, now, newId, recordActivity, recordReply, wakeFor }) => {
    requireEmailSender(senders);
    const { brand_id, role } = body;
    const { subject } = principal;
    const { brand } = found(await findBrand(commerceTable, brand_id));
    await checkEntitlement(commerceTable, { brandId: brand_id, name: 'members', amount: 1, now });
    const random = crypto.getRandomValues(new Uint8Array(tokenBytes));
    const issued = newInvitation(body, { id: newId(), invitedBy: subject, now, random });
    const reply = created(issued.invitation, undefined);
    const event = recordActivity(brand_id, {
      event: 'membersChanged',
      data: { change: 'invited', role },
    });
    const message = invitationMessage(issued, brand.name, webUrl);
    const others = [...event, ...recordReply(reply)];
    await insertInvitation(commerceTable, issued, { message, now, others });
    await wakeFor(messageWork(message), now);
    return reply;
  },
);
