import { removeMember } from '#contract/commerce/members.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, noContent } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { freeEntitlement } from '#store/commerce/billing/entitlements.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { dropMember, findMember } from '#store/commerce/members/members.ts';

export const handler = commerceEndpoint(
  removeMember,
  ({ parameters, heldBrands, authorize, now, recordActivity, recordEvents }) =>
    retryOnConflict(async () => {
      const member = found(await findMember(commerceTable, heldBrands, parameters.id));
      const { brand_id, subject } = member;
      authorize(brand_id);
      const use = { brandId: brand_id, name: 'members', amount: 1, now } as const;
      await dropMember(commerceTable, member, [
        ...(await freeEntitlement(commerceTable, use)),
        ...recordActivity(brand_id, { event: 'membersChanged', data: { change: 'removed', subject } }),
        ...recordEvents(brand_id, [{ type: 'member.left', data: { subject } }]),
      ]);
      return noContent();
    }),
);
