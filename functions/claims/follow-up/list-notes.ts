import { visibleTo } from '#auth/principal.ts';
import { notesCsv } from '#claims/csv/work.ts';
import { listNotes } from '#contract/claims/follow-up.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { findClaim } from '#store/claims/claims/claims.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { readNotes } from '#store/claims/follow-up/notes.ts';

export const handler = claimsEndpoint(listNotes, async (call) => {
  const { parameters, query, principal } = call;
  const { id } = found(visibleTo(principal, await findClaim(claimsTable, parameters.id)));
  const { data, nextCursor } = await readNotes(claimsTable, id, query);
  return listReply(call, notesCsv, data, nextCursor);
});
