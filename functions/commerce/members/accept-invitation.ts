import { shareMailbox } from '#commerce/contacts/address-records.ts';
import { memberOf } from '#commerce/members/invitation.ts';
import { acceptInvitation } from '#contract/commerce/members.ts';
import { ApiError } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { useEntitlement } from '#store/commerce/billing/entitlements.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { invitationOfToken, joinBrand } from '#store/commerce/members/invitations.ts';

export const handler = commerceEndpoint(
  acceptInvitation,
  ({ body, principal, now, newId, recordActivity, recordEvents, recordReply }) => {
    if (principal.credential !== 'bearer') {
      throw new ApiError('forbidden', { message: 'Use a bearer token to accept an invitation' });
    }
    return retryOnConflict(async () => {
      const invitation = await invitationOfToken(commerceTable, body.token, now);
      const { brand_id } = invitation;
      const isClosing = (await findBrand(commerceTable, brand_id))?.brand.deletion !== undefined;
      if (isClosing) throw new ApiError('brand_closing');
      const member = memberOf(invitation, { id: newId(), subject: principal.subject, now });
      const { subject, role } = member;
      const reply = created(member, undefined);
      const use = { brandId: brand_id, name: 'members', amount: 1, now } as const;
      const shared = await shareMailbox(brand_id, invitation.email);
      await joinBrand(commerceTable, invitation, member, [
        ...shared,
        ...(await useEntitlement(commerceTable, use)),
        ...recordActivity(brand_id, { event: 'membersChanged', data: { change: 'joined', subject, role } }),
        ...recordEvents(brand_id, [{ type: 'member.joined', data: { subject, role } }]),
        ...recordReply(reply),
      ]);
      return reply;
    });
  },
);
