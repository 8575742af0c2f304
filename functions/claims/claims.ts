import { providersOf, visibleTo } from '#auth/principal.ts';
import { batchesOf, withAcceptances } from '#claims/acknowledgments/verdict-answer.ts';
import { auditedClaims } from '#claims/audit/audited-claims-store.ts';
import { accountJson } from '#claims/claims/account-json.ts';
import { findAcceptances } from '#claims/claims/batch-records.ts';
import { payerMayHave } from '#claims/claims/claim.ts';
import { typedClaim } from '#claims/claims/claim-content.ts';
import {
  amountsAsNumbers,
  amountsAsText,
  claimJson,
  claimsCsv,
  lanesCsv,
} from '#claims/claims/claim-json.ts';
import type * as declared from '#claims/claims/contract.ts';
import { claimsShownPerLane } from '#claims/claims/contract.ts';
import { readLanes } from '#claims/claims/lane-records.ts';
import { movePayment as moved } from '#claims/claims/move-payment.ts';
import {
  type claims,
  findChain,
  findClaim,
  replacementStore,
  type wholeClaims,
} from '#claims/claims/records.ts';
import { releaseFromReview } from '#claims/claims/release.ts';
import { acceptancesIn, paymentEvents, timeline } from '#claims/claims/timeline.ts';
import { knownPayers } from '#claims/configuration/known-payers.ts';
import { currentConfiguration } from '#claims/configuration/records.ts';
import { newClaimPorts } from '#claims/edits/edit-store.ts';
import { claimFromJson } from '#claims/edits/edited-content.ts';
import { type PreparedClaim, prepareClaim, voidingClaim } from '#claims/edits/enter-claim.ts';
import { readListedClaims } from '#claims/search/records.ts';
import { ApiError } from '#contract/errors.ts';
import { created, csvReply, list, listReply, ok, wantsCsv } from '#http/endpoint/claims-endpoint.ts';
import { type Call, withChange } from '#http/endpoint/claims-operation.ts';
import { readEntriesOf } from '#store/audit/audit-log.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export async function createClaim({ body, newId, principal, now }: Call<typeof declared.createClaim>) {
  const { corrects: original, characters, ...input } = body;
  const corrects =
    original === undefined ? undefined : visibleTo(principal, await findClaim(claimsTable, original));
  if (original !== undefined && corrects === undefined) throw new ApiError('unknown_claim');
  const claim = claimFromJson(amountsAsText(input), characters);
  const ports = await newClaimPorts(claimsTable, { actor: principal.subject, now });
  return entered(await prepareClaim({ id: newId(), claim, corrects }, ports));
}

export async function voidClaim({
  resource: original,
  newId,
  principal,
  now,
}: Call<typeof declared.voidClaim, typeof wholeClaims>) {
  const claim = voidingClaim(original.claim, typedClaim(original.content));
  const ports = await newClaimPorts(claimsTable, { actor: principal.subject, now });
  return entered(await prepareClaim({ id: newId(), claim, corrects: original.claim }, ports));
}

const entered = ({ detail, change }: PreparedClaim) =>
  withChange(created(detail, `/api/claims/${detail.id}`, { version: detail.version }), change);

export async function movePayment({
  resource: claim,
  body,
  principal,
  now,
}: Call<typeof declared.movePayment, typeof claims>) {
  const chain = await findChain(claimsTable, claim);
  const { change, claim: after } = moved(claim, chain, body, { actor: principal.subject, now });
  return withChange(ok(claimJson(after), { version: after.version }), change);
}

export async function releaseClaim({
  resource: claim,
  query,
  principal,
  now,
}: Call<typeof declared.releaseClaim, typeof claims>) {
  if (claim.lane === 'review' && !payerMayHave(claim)) {
    const configuration = await currentConfiguration(claimsTable);
    if (!knownPayers(configuration).isConfigured(claim.payer_id)) throw new ApiError('payer_not_configured');
  }
  const facts = { actor: principal.subject, now };
  const { claim: released, change } = await releaseFromReview(
    claim,
    query.lane,
    facts,
    replacementStore(claimsTable),
  );
  return withChange(ok(claimJson(released), { version: released.version }), change);
}

export async function listClaims(call: Call<typeof declared.listClaims>) {
  const { format, ...query } = call.query;
  const providers = providersOf(call.principal, query.billing_npi);
  const { data, nextCursor } = await readListedClaims(claimsTable, query, providers);
  return listReply(call, claimsCsv, data.map(claimJson), nextCursor);
}

export async function getClaim({
  resource: { claim, content },
  principal,
}: Call<typeof declared.getClaim, typeof wholeClaims>) {
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
}

export async function listLanes(call: Call<typeof declared.listLanes>) {
  const lanes = await readLanes(claimsTable, claimsShownPerLane, call.principal.billingNpis);
  const rows = lanes.map(({ lane, count, cents, first, newest }) => ({
    lane,
    count,
    amount: cents / 100,
    oldest_at: first[0]?.lane_since ?? null,
    newest_at: newest?.lane_since ?? null,
    claims: first.map(claimJson),
  }));
  return wantsCsv(call) ? csvReply(call, lanesCsv, rows) : list(rows);
}
