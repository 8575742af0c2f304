import { providersOf, visibleTo } from '#auth/principal.ts';
import { localDay } from '#calendar/time-zone.ts';
import { changeOf } from '#claims/change.ts';
import { claimJson } from '#claims/claims/claim-json.ts';
import { findClaim } from '#claims/claims/records.ts';
import { currentConfiguration } from '#claims/configuration/records.ts';
import type * as declared from '#claims/follow-up/contract.ts';
import { insertNote, readNotes, readWorklist } from '#claims/follow-up/records.ts';
import { changeFollowUp, notesCsv, worklistCsv } from '#claims/follow-up/rules.ts';
import { ApiError, found } from '#contract/errors.ts';
import { created, listReply, ok } from '#http/endpoint/claims-endpoint.ts';
import type { Call } from '#http/endpoint/claims-operation.ts';
import { auditLog, claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { writeChange } from '#store/claims/write-change.ts';

export async function addNote({
  parameters,
  body,
  newId,
  principal,
  now,
  recordReply,
}: Call<typeof declared.addNote>) {
  const { id: claim_id } = found(visibleTo(principal, await findClaim(claimsTable, parameters.id)));
  const note = { id: newId(), claim_id, at: now.toISOString(), by: principal.subject, text: body.text };
  const reply = created(note, undefined);
  await insertNote(auditLog, note, recordReply(reply));
  return reply;
}

export async function listNotes(call: Call<typeof declared.listNotes>) {
  const { parameters, query, principal } = call;
  const { id } = found(visibleTo(principal, await findClaim(claimsTable, parameters.id)));
  const { data, nextCursor } = await readNotes(claimsTable, id, query);
  return listReply(call, notesCsv, data, nextCursor);
}

export async function setFollowUp({
  parameters,
  body,
  principal,
  now,
  allowsChange,
  recordReply,
}: Call<typeof declared.setFollowUp>) {
  const assignee = body.assignee === 'me' ? principal.subject : body.assignee;
  const claim = found(visibleTo(principal, await findClaim(claimsTable, parameters.id)));
  if (!allowsChange(claim.version)) throw new ApiError('precondition_failed');
  const change = changeFollowUp(claim, { ...body, assignee }, { actor: principal.subject, now });
  const { after = claim } = change ?? {};
  const reply = ok(claimJson(after), { version: after.version });
  if (change !== undefined) await writeChange(claimsTables, changeOf([change]), recordReply(reply));
  return reply;
}

export async function listWorklist(call: Call<typeof declared.listWorklist>) {
  const { query, principal, now } = call;
  const { assignee, billing_npi, format, ...others } = query;
  const { clearinghouse } = await currentConfiguration(claimsTable);
  const today = localDay(now, clearinghouse.file_name.time_zone);
  const { data, nextCursor } = await readWorklist(claimsTable, {
    ...others,
    today,
    assignee: assignee === 'me' ? principal.subject : assignee === 'none' ? null : assignee,
    billing_npis: providersOf(principal, billing_npi),
  });
  const reply = listReply(call, worklistCsv, data.map(claimJson), nextCursor);
  return { ...reply, body: { ...Object(reply.body), today } };
}
