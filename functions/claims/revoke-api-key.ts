import { keyRevoked } from '#claims/api-key.ts';
import { revokeClaimsKey } from '#contract/claims/api-keys.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoint, noContent } from '#http/claims-endpoint.ts';
import { revocationActions } from '#store/claims-credentials.ts';
import { auditLog, claimsTable } from '#store/claims-table.ts';

export const handler = endpoint(revokeClaimsKey, async ({ parameters: { id }, principal, now }) => {
  const actions = await revocationActions(claimsTable, id, now);
  if (!actions) throw new ApiError('not_found');
  if (actions.length > 0) await auditLog.append([keyRevoked(id, principal.subject)], actions);
  return noContent();
});
