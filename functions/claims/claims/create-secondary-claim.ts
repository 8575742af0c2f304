import { requireProviders, visibleTo } from '#auth/principal.ts';
import { auditedClaims } from '#claims/audit/audited-claims-store.ts';
import { changedClaims } from '#claims/change.ts';
import { typedClaim } from '#claims/claims/claim-content.ts';
import { amountsAsNumbers, amountsAsText, claimJson } from '#claims/claims/claim-json.ts';
import { findChain, findWholeClaim } from '#claims/claims/records.ts';
import { paymentEvents, timeline } from '#claims/claims/timeline.ts';
import { newClaimPorts, secondaryPorts } from '#claims/edits/edit-store.ts';
import { prepareClaim } from '#claims/edits/enter-claim.ts';
import { createSecondaryClaim } from '#claims/secondary/contract.ts';
import { secondaryOf } from '#claims/secondary/create-secondary.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, created, ok } from '#http/endpoint/claims-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { readEntriesOf } from '#store/audit/audit-log.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { writeChange } from '#store/claims/write-change.ts';

export const handler = claimsEndpoint(
  createSecondaryClaim,
  async ({ parameters, body, newId, principal, now, recordReply }) => {
    const ports = await newClaimPorts(claimsTable, { actor: principal.subject, now });
    const choice = { ...body, ...amountsAsText({ subscriber: body.subscriber, patient: body.patient }) };
    return retryOnConflict(async () => {
      const whole = found(await findWholeClaim(claimsTable, parameters.id));
      found(visibleTo(principal, whole.claim));
      const chain = await findChain(claimsTable, whole.claim);
      const primary = { ...whole, content: typedClaim(whole.content), chain };
      const secondary = await secondaryOf(primary, choice, secondaryPorts(claimsTable, ports));
      if ('existing' in secondary) {
        const { claim, content } = found(await findWholeClaim(claimsTable, secondary.existing.id));
        const shown = { content: amountsAsNumbers(content.claim), findings: [...content.findings] };
        const entries = await readEntriesOf(auditedClaims, 'claim', claim.id);
        const detail = { ...claimJson(claim), ...shown, timeline: timeline(entries, paymentEvents(claim)) };
        return ok(detail, { version: claim.version });
      }
      const { detail, change } = await prepareClaim({ id: newId(), ...secondary.request }, ports);
      requireProviders(
        principal,
        changedClaims(change).map(({ billing_npi }) => billing_npi),
      );
      const reply = created(detail, `/api/claims/${detail.id}`, { version: detail.version });
      await writeChange(claimsTables, change, recordReply(reply));
      return reply;
    });
  },
);
