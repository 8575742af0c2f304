import { transferOwnership } from '#contract/commerce/members.ts';
import { ApiError, found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findMember, findMemberBySubject, swapRoles } from '#store/commerce/members/members.ts';

export const handler = commerceEndpoint(
  transferOwnership,
  async ({ body, principal, recordActivity, recordReply }) => {
    const { brand_id, member_id } = body;
    const { subject } = principal;
    return retryOnConflict(async () => {
      const from = found(await findMemberBySubject(commerceTable, brand_id, subject));
      const to = found(await findMember(commerceTable, [brand_id], member_id));
      // The caller may have lost the role since the request was authorized.
      if (from.role !== 'owner' || from.id === to.id) throw new ApiError('forbidden');
      const owner = { ...to, role: 'owner' } as const;
      const reply = created(owner, undefined);
      const event = recordActivity(brand_id, {
        event: 'membersChanged',
        data: { change: 'ownership_transferred', subject: to.subject, role: 'owner' },
      });
      await swapRoles(commerceTable, { from, to, others: [...event, ...recordReply(reply)] });
      return reply;
    });
  },
);
