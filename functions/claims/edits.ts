import { requireProviders, visibleTo } from '#auth/principal.ts';
import { amountsAsNumbers } from '#claims/claims/claim-json.ts';
import { type claims, findClaim, findWholeClaim } from '#claims/claims/records.ts';
import { deterministicId } from '#claims/deterministic-id.ts';
import { applyEdit, type EditedClaim, requireReady, resubmittedJson } from '#claims/edits/apply-edit.ts';
import { claimVersionsCsv, firstVersionJson, versionJson } from '#claims/edits/claim-version.ts';
import type * as declared from '#claims/edits/contract.ts';
import { editPorts, findEarlierEdit } from '#claims/edits/edit-store.ts';
import { patchedContent } from '#claims/edits/edited-content.ts';
import { findVersionContent, readClaimVersions } from '#claims/edits/version-records.ts';
import { ApiError, found } from '#contract/errors.ts';
import { created, listReply, ok } from '#http/endpoint/claims-endpoint.ts';
import { type Call, withChange } from '#http/endpoint/claims-operation.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { transact } from '#store/dynamodb/table.ts';

/** Working time, milliseconds. The function is stopped after 28 seconds. */
const budget = 15_000;

const replyOf = ({ detail, isNew }: Pick<EditedClaim, 'detail' | 'isNew'>) =>
  isNew
    ? created(detail, `/api/claims/${detail.id}`, { version: detail.version })
    : ok(detail, { version: detail.version });

export async function editClaim(call: Call<typeof declared.editClaim>) {
  const { parameters, body, principal, now, recordReply, requestReference: reference } = call;
  const { resubmit: submits = false, characters, content: patch } = body;
  const caller = { actor: principal.subject, now };
  const newId = reference === undefined ? call.newId() : deterministicId('correction', reference);
  const edit = async () => {
    const stored = found(await findWholeClaim(claimsTable, parameters.id));
    found(visibleTo(principal, stored.claim));
    if (!call.allowsChange(stored.claim.version)) throw new ApiError('precondition_failed');
    const typed = patchedContent(stored.content, patch, characters);
    const origin = { ...(reference !== undefined && { request: reference }) };
    const edited = await applyEdit(stored, typed, { newId, origin }, await editPorts(claimsTable, caller));
    if (submits) requireReady(edited);
    if (edited.change !== undefined) {
      const { reply, providers, store } = withChange(replyOf(edited), edited.change);
      // The edit may name another billing provider.
      requireProviders(principal, providers);
      await store(submits ? [] : recordReply(reply));
    } else if (!submits && reference !== undefined) {
      // An earlier attempt may have prepared a reply that its conflict kept from being stored.
      await transact(claimsTable, recordReply(replyOf(edited)));
    }
    return edited;
  };
  if (!submits) return replyOf(await retryOnConflict(edit));
  const names = reference === undefined ? undefined : { correction: newId, reference };
  if (names !== undefined) found(visibleTo(principal, await findClaim(claimsTable, parameters.id)));
  const earlier = names && (await findEarlierEdit(claimsTable, parameters.id, names));
  const edited = earlier ?? (await retryOnConflict(edit));
  const { id } = edited.detail;
  // Only a resubmission needs the code that writes and delivers files.
  const [{ resubmit }, { openSubmissionPorts }] = await Promise.all([
    import('#claims/edits/resubmit.ts'),
    import('#claims/clearhouse/open-submission-store.ts'),
  ]);
  const ports = await openSubmissionPorts(budget, call.newId);
  const resubmission = await resubmit(id, { actor: caller.actor, reference }, ports);
  const claim = found(await findClaim(claimsTable, id));
  return replyOf({ ...edited, detail: resubmittedJson(edited.detail, claim, resubmission) });
}

export async function listClaimVersions(call: Call<typeof declared.listClaimVersions, typeof claims>) {
  const { resource: claim, query } = call;
  const { data, nextCursor } = await readClaimVersions(claimsTable, claim.id, query);
  const first = nextCursor === null ? [firstVersionJson(claim)] : [];
  return listReply(call, claimVersionsCsv, [...data.map(versionJson), ...first], nextCursor);
}

export async function getClaimVersion({
  resource: { id },
  parameters: { version },
}: Call<typeof declared.getClaimVersion, typeof claims>) {
  const content = found(await findVersionContent(claimsTable, id, version));
  return ok({ id, version, content: amountsAsNumbers(content) });
}
