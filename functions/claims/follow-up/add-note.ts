import { visibleTo } from '#auth/principal.ts';
import { addNote } from '#contract/claims/follow-up.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, created } from '#http/endpoint/claims-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { findClaim } from '#store/claims/claims/claims.ts';
import { auditLog, claimsTable } from '#store/claims/claims-table.ts';
import { insertNote } from '#store/claims/follow-up/notes.ts';

export const handler = claimsEndpoint(
  addNote,
  async ({ parameters, body, newId, principal, now, recordReply }) => {
    // Read again after a conflict, because a purge may have removed the claim.
    return retryOnConflict(async () => {
      const { id: claim_id } = found(visibleTo(principal, await findClaim(claimsTable, parameters.id)));
      const note = { id: newId(), claim_id, at: now.toISOString(), by: principal.subject, text: body.text };
      const reply = created(note, undefined);
      await insertNote(auditLog, note, recordReply(reply));
      return reply;
    });
  },
);
