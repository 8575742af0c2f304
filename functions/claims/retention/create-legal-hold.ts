import { holdEntry } from '#claims/retention/legal-hold.ts';
import { createLegalHold } from '#contract/claims/retention.ts';
import { claimsEndpoint, created } from '#http/endpoint/claims-endpoint.ts';
import { auditLog } from '#store/claims/claims-table.ts';
import { holdAction } from '#store/claims/retention/settings.ts';

export const handler = claimsEndpoint(
  createLegalHold,
  async ({ body, principal, now, newId, recordReply }) => {
    const actor = principal.subject;
    const hold = { id: newId(), ...body, created_at: now.toISOString(), created_by: actor };
    const reply = created(hold, undefined);
    const entry = holdEntry('legal_hold.created', hold, actor, body.reason);
    await auditLog.append([entry], [holdAction(hold), ...recordReply(reply)]);
    return reply;
  },
);
