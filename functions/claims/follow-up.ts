import { providersOf } from '#auth/principal.ts';
import { localDay } from '#calendar/time-zone.ts';
import { changeOf } from '#claims/change.ts';
import { claimJson } from '#claims/claims/claim-json.ts';
import type { claims } from '#claims/claims/records.ts';
import { currentConfiguration } from '#claims/configuration/records.ts';
import type * as declared from '#claims/follow-up/contract.ts';
import { insertNote, putPerson, readNotes, readPeople, readWorklist } from '#claims/follow-up/records.ts';
import { changeFollowUp, noteAdded, notesCsv, worklistCsv } from '#claims/follow-up/rules.ts';
import { created, listReply, ok } from '#http/endpoint/claims-endpoint.ts';
import { auditedChange, type Call, withChange } from '#http/endpoint/claims-operation.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export function addNote({
  resource,
  body,
  newId,
  principal,
  now,
}: Call<typeof declared.addNote, typeof claims>) {
  const { id: claim_id } = resource;
  const note = { id: newId(), claim_id, at: now.toISOString(), by: principal.subject, text: body.text };
  return auditedChange(created(note, undefined), noteAdded(note), ...insertNote(note));
}

export async function listNotes(call: Call<typeof declared.listNotes, typeof claims>) {
  const { data, nextCursor } = await readNotes(claimsTable, call.resource.id, call.query);
  return listReply(call, notesCsv, data, nextCursor);
}

export function setFollowUp({
  resource: claim,
  body,
  principal,
  now,
}: Call<typeof declared.setFollowUp, typeof claims>) {
  const assignee = body.assignee === 'me' ? principal.subject : body.assignee;
  const change = changeFollowUp(claim, { ...body, assignee }, { actor: principal.subject, now });
  const { after = claim } = change ?? {};
  const reply = ok(claimJson(after), { version: after.version });
  return change === undefined ? reply : withChange(reply, changeOf([change]));
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

export async function nameCaller({ body, principal, now }: Call<typeof declared.nameCaller>) {
  const seen_on = now.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const person = { subject: principal.subject, name: body.name, seen_on };
  await putPerson(claimsTable, person, now);
  return ok(person);
}

export async function listPeople(_call: Call<typeof declared.listPeople>) {
  return ok(await readPeople(claimsTable));
}
