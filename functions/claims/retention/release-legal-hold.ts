import { holdEntry } from '#claims/retention/legal-hold.ts';
import { releaseLegalHold } from '#contract/claims/retention.ts';
import { ApiError, found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { auditLog, claimsTable } from '#store/claims/claims-table.ts';
import { findLegalHold, holdAction } from '#store/claims/retention/settings.ts';

export const handler = claimsEndpoint(
  releaseLegalHold,
  async ({ parameters, body, principal, now, recordReply }) => {
    const hold = found(await findLegalHold(claimsTable, parameters.id));
    if (hold.released_at !== undefined) throw new ApiError('already_released');
    const actor = principal.subject;
    const { reason } = body;
    const released = {
      ...hold,
      ...{ released_at: now.toISOString(), released_by: actor, release_reason: reason },
    };
    const reply = ok(released);
    const entry = holdEntry('legal_hold.released', released, actor, reason);
    await auditLog.append([entry], [holdAction(released), ...recordReply(reply)]);
    return reply;
  },
);
