import { visibleTo } from '#auth/principal.ts';
import { batchesOf, withAcceptances } from '#claims/acknowledgments/verdict-answer.ts';
import { auditedClaims } from '#claims/audit/audited-claims-store.ts';
import { accountJson } from '#claims/claims/account-json.ts';
import { findAcceptances } from '#claims/claims/batch-records.ts';
import { amountsAsNumbers, claimJson } from '#claims/claims/claim-json.ts';
import { getClaim } from '#claims/claims/contract.ts';
import { findChain, findWholeClaim } from '#claims/claims/records.ts';
import { acceptancesIn, paymentEvents, timeline } from '#claims/claims/timeline.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { readEntriesOf } from '#store/audit/audit-log.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(getClaim, async ({ parameters, principal }) => {
  const whole = await findWholeClaim(claimsTable, parameters.id);
  const { content } = found(whole);
  const claim = found(visibleTo(principal, whole?.claim));
  const batches = batchesOf([claim]);
  const [entries, all, ...ofBatches] = await Promise.all([
    readEntriesOf(auditedClaims, 'claim', claim.id),
    findChain(claimsTable, claim),
    ...batches.map((batch) => readEntriesOf(auditedClaims, 'batch', batch)),
  ]);
  const acceptances = await findAcceptances(claimsTable, batchesOf(all));
  const chain = all
    .filter((one) => visibleTo(principal, one) !== undefined)
    .map((one) => withAcceptances(one, acceptances));
  return ok(
    {
      ...claimJson(claim),
      content: amountsAsNumbers(content.claim),
      findings: content.findings,
      timeline: timeline([...entries, ...acceptancesIn(ofBatches.flat(), claim)], paymentEvents(claim)),
      account: accountJson(chain),
    },
    { version: claim.version },
  );
});
