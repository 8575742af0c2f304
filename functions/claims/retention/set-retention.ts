import { setRetention } from '#contract/claims/retention.ts';
import { ApiError } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { findRetention, putRetention } from '#store/claims/retention/settings.ts';

export const handler = claimsEndpoint(setRetention, async ({ body, principal, now, allowsChange }) => {
  const before = await findRetention(claimsTable);
  if (!allowsChange(before.version)) throw new ApiError('precondition_failed');
  const actor = principal.subject;
  const { allow_short, ...settings } = body;
  const after = {
    ...settings,
    version: before.version + 1,
    updated_at: now.toISOString(),
    updated_by: actor,
  };
  await putRetention(claimsTables, after, {
    ...{ event_type: 'retention.changed', entity_type: 'retention', entity_id: 'claims', actor },
    payload: { from: before.retention_days, to: after.retention_days, automatic: after.automatic },
  });
  return ok(after, { version: after.version });
});
