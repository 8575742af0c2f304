import type * as declared from '#claims/retention/contract.ts';
import { purgePorts } from '#claims/retention/purge-phase-records.ts';
import {
  beginPurge,
  findRetention,
  holdAction,
  type legalHolds,
  type purges,
  putRetention,
  queryLegalHolds,
  queryPurges,
} from '#claims/retention/records.ts';
import { holdEntry, legalHoldsCsv, newPurge, purgesCsv, runPurge } from '#claims/retention/rules.ts';
import { ApiError } from '#contract/errors.ts';
import { accepted, created, listReply, ok } from '#http/endpoint/claims-endpoint.ts';
import { auditedChange, type Call } from '#http/endpoint/claims-operation.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { claimsStores } from '#store/claims/stores.ts';

export async function getRetention() {
  const retention = await findRetention(claimsTable);
  return ok(retention, { version: retention.version });
}

export async function setRetention({
  body,
  principal,
  now,
  allowsChange,
}: Call<typeof declared.setRetention>) {
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
}

export async function createLegalHold({
  body,
  principal,
  now,
  newId,
}: Call<typeof declared.createLegalHold>) {
  const actor = principal.subject;
  const hold = { id: newId(), ...body, created_at: now.toISOString(), created_by: actor };
  const reply = created(hold, undefined);
  const entry = holdEntry('legal_hold.created', hold, actor, body.reason);
  return auditedChange(reply, entry, holdAction(hold));
}

export async function listLegalHolds(call: Call<typeof declared.listLegalHolds>) {
  const { data, nextCursor } = await queryLegalHolds(claimsTable, call.query);
  return listReply(call, legalHoldsCsv, data, nextCursor);
}

export function releaseLegalHold({
  resource: hold,
  body,
  principal,
  now,
}: Call<typeof declared.releaseLegalHold, typeof legalHolds>) {
  if (hold.released_at !== undefined) throw new ApiError('already_released');
  const actor = principal.subject;
  const { reason } = body;
  const released = {
    ...hold,
    ...{ released_at: now.toISOString(), released_by: actor, release_reason: reason },
  };
  const reply = ok(released);
  const entry = holdEntry('legal_hold.released', released, actor, reason);
  return auditedChange(reply, entry, holdAction(released));
}

/** Working time, milliseconds. The function is stopped after 28 seconds. */
const budget = 18_000;

export async function startPurge({
  body,
  principal,
  now,
  newId,
  recordReply,
}: Call<typeof declared.startPurge>) {
  const until = Date.now() + budget;
  const { retention_days } = await findRetention(claimsTable);
  if (retention_days === null) throw new ApiError('no_retention_time');
  const facts = { id: newId(), actor: principal.subject, now, dryRun: body.dry_run };
  const purge = newPurge({ retention_days }, facts);
  const address = `/api/admin/purges/${purge.id}`;
  // A repetition of the request gets the same reply; the address has the result.
  const reply = accepted(purge, address);
  await beginPurge(claimsStores, purge, recordReply(reply));
  const ports = await purgePorts(claimsStores, purge, () => Date.now() > until);
  await runPurge(purge, ports);
  return reply;
}

export async function listPurges(call: Call<typeof declared.listPurges>) {
  const { data, nextCursor } = await queryPurges(claimsTable, call.query);
  return listReply(call, purgesCsv, data, nextCursor);
}

export function getPurge({ resource }: Call<typeof declared.getPurge, typeof purges>) {
  return ok(resource);
}
