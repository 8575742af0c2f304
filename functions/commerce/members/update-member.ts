import { updateMember } from '#contract/commerce/members.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeRole, findMember } from '#store/commerce/members/members.ts';

export const handler = commerceEndpoint(
  updateMember,
  ({ parameters, body, heldBrands, authorize, recordActivity }) =>
    retryOnConflict(async () => {
      const member = found(await findMember(commerceTable, heldBrands, parameters.id));
      authorize(member.brand_id);
      const { role } = body;
      if (role === member.role) return ok(member);
      const event = recordActivity(member.brand_id, {
        event: 'membersChanged',
        data: { change: 'role_changed', subject: member.subject, role },
      });
      await changeRole(commerceTable, member, role, event);
      return ok({ ...member, role });
    }),
);
