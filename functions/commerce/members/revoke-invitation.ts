import { revokeInvitation } from '#contract/commerce/members.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, noContent } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findInvitation, removeInvitation } from '#store/commerce/members/invitations.ts';

export const handler = commerceEndpoint(revokeInvitation, ({ parameters, heldBrands, authorize }) =>
  retryOnConflict(async () => {
    const invitation = found(await findInvitation(commerceTable, heldBrands, parameters.id));
    authorize(invitation.brand_id);
    await removeInvitation(commerceTable, invitation);
    return noContent();
  }),
);
