import { revokeClaimsKey } from '#contract/claims/api-keys.ts';
import { ApiError } from '#contract/errors.ts';
import { claimsEndpoint, noContent } from '#http/endpoint/claims-endpoint.ts';
import { auditLog, claimsTable } from '#store/claims/claims-table.ts';
import { setClaimsKeyRevoked as revokeKey } from '#store/claims/credentials.ts';

export const handler = claimsEndpoint(revokeClaimsKey, async ({ parameters: { id }, principal, now }) => {
  const isFound = await revokeKey(auditLog, claimsTable, { id, actor: principal.subject, now });
  if (!isFound) throw new ApiError('not_found');
  return noContent();
});
