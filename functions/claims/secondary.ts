import { requireProviders } from '#auth/principal.ts';
import { auditedClaims } from '#claims/audit/audited-claims-store.ts';
import { typedClaim } from '#claims/claims/claim-content.ts';
import { amountsAsNumbers, amountsAsText, claimJson } from '#claims/claims/claim-json.ts';
import { findChain, findWholeClaim, type wholeClaims } from '#claims/claims/records.ts';
import { paymentEvents, timeline } from '#claims/claims/timeline.ts';
import { newClaimPorts, secondaryPorts } from '#claims/edits/edit-store.ts';
import { prepareClaim } from '#claims/edits/enter-claim.ts';
import type * as declared from '#claims/secondary/contract.ts';
import { secondaryOf } from '#claims/secondary/create-secondary.ts';
import { found } from '#contract/errors.ts';
import { created, ok } from '#http/endpoint/claims-endpoint.ts';
import { type Call, withChange } from '#http/endpoint/claims-operation.ts';
import { readEntriesOf } from '#store/audit/audit-log.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export async function createSecondaryClaim({
  resource: whole,
  body,
  newId,
  principal,
  now,
}: Call<typeof declared.createSecondaryClaim, typeof wholeClaims>) {
  const ports = await newClaimPorts(claimsTable, { actor: principal.subject, now });
  const choice = { ...body, ...amountsAsText({ subscriber: body.subscriber, patient: body.patient }) };
  const chain = await findChain(claimsTable, whole.claim);
  const primary = { ...whole, content: typedClaim(whole.content), chain };
  const secondary = await secondaryOf(primary, choice, secondaryPorts(claimsTable, ports));
  if ('existing' in secondary) {
    const { claim, content } = found(await findWholeClaim(claimsTable, secondary.existing.id));
    // An edit may have given it to another billing provider.
    requireProviders(principal, [claim.billing_npi]);
    const shown = { content: amountsAsNumbers(content.claim), findings: [...content.findings] };
    const entries = await readEntriesOf(auditedClaims, 'claim', claim.id);
    const detail = { ...claimJson(claim), ...shown, timeline: timeline(entries, paymentEvents(claim)) };
    return ok(detail, { version: claim.version });
  }
  const { detail, change } = await prepareClaim({ id: newId(), ...secondary.request }, ports);
  return withChange(created(detail, `/api/claims/${detail.id}`, { version: detail.version }), change);
}
