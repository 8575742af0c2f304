import { leaveBrand } from '#contract/commerce/members.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { freeEntitlement } from '#store/commerce/billing/entitlements.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { dropMember, findMemberBySubject } from '#store/commerce/members/members.ts';

export const handler = commerceEndpoint(
  leaveBrand,
  async ({ body, principal, now, recordActivity, recordEvents, recordReply }) => {
    const { brand_id } = body;
    const { subject } = principal;
    return retryOnConflict(async () => {
      const member = found(await findMemberBySubject(commerceTable, brand_id, subject));
      const reply = created({ brand_id }, undefined);
      const use = { brandId: brand_id, name: 'members', amount: 1, now } as const;
      await dropMember(commerceTable, member, [
        ...(await freeEntitlement(commerceTable, use)),
        ...recordActivity(brand_id, { event: 'membersChanged', data: { change: 'left', subject } }),
        ...recordEvents(brand_id, [{ type: 'member.left', data: { subject } }]),
        ...recordReply(reply),
      ]);
      return reply;
    });
  },
);
