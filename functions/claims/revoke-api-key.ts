import { revokeClaimsKey } from '#contract/claims/api-keys.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoint, noContent } from '#http/claims-endpoint.ts';
import { auditLog, claimsTable } from '#store/claims/claims-table.ts';
import { revokeClaimsKey as revokeKey } from '#store/requests/claims-credentials.ts';

export const handler = endpoint(revokeClaimsKey, async ({ parameters: { id }, principal, now }) => {
  const isFound = await revokeKey(auditLog, claimsTable, { id, actor: principal.subject, now });
  if (!isFound) throw new ApiError('not_found');
  return noContent();
});
