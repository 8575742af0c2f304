import { claimLookup } from '#claims/claims/claim-lookup-records.ts';
import { isWithin } from '#claims/provider-limit.ts';
import type { remittances } from '#claims/remittances/records.ts';
import { attachAcknowledgment, attachRequest } from '#claims/unmatched/attach-acknowledgment.ts';
import type { SettledItem } from '#claims/unmatched/attach-ports.ts';
import type * as declared from '#claims/unmatched/contract.ts';
import { findBatchCandidates, findClaimCandidates } from '#claims/unmatched/find-candidates.ts';
import {
  itemPortsWithin,
  itemsWithin,
  unmatchedCsv,
  unmatchedItemDetailJson,
  unmatchedItemJson,
} from '#claims/unmatched/item-json.ts';
import { queryUnmatchedItems, type unmatchedItems } from '#claims/unmatched/records.ts';
import {
  attachToClaim,
  dismissItem,
  postHeldPayments,
  requireOpen,
  takeBackDecision,
  takeBackPayments,
} from '#claims/unmatched/settle-item.ts';
import type { UnmatchedItem } from '#claims/unmatched/unmatched-item.ts';
import {
  attachAcknowledgmentPorts,
  candidatePorts,
  remittanceByHandPorts,
  unmatchedPorts,
} from '#claims/unmatched/unmatched-store.ts';
import { listReply, ok } from '#http/endpoint/claims-endpoint.ts';
import { type Call, withChange } from '#http/endpoint/claims-operation.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';

/** Working time for many claims, milliseconds. The function is stopped after 28 seconds. */
const budget = 15_000;

export async function listUnmatched(call: Call<typeof declared.listUnmatched>) {
  const { data, nextCursor } = await queryUnmatchedItems(claimsTable, call.query);
  const own = await itemsWithin(data, call.principal.billingNpis, claimLookup(claimsTable));
  return listReply(call, unmatchedCsv, own.map(unmatchedItemJson), nextCursor);
}

export async function getUnmatched({
  resource: item,
  principal: { billingNpis },
}: Call<typeof declared.getUnmatched, typeof unmatchedItems>) {
  const ports = candidatePorts(claimsTable);
  const isEnvelope = item.kind === 'acknowledgment';
  const candidates = isEnvelope ? [] : await findClaimCandidates(ports, item);
  const claims = candidates.filter(({ claim }) => isWithin([claim.billing_npi], billingNpis));
  const batches = isEnvelope ? await findBatchCandidates(ports, item) : [];
  return ok(unmatchedItemDetailJson(item, claims, batches), { version: item.version });
}

export async function attachUnmatched({
  resource: item,
  body,
  principal,
  now,
}: Call<typeof declared.attachUnmatched, typeof unmatchedItems>) {
  // All attempts of a request share its time.
  const until = now.getTime() + budget;
  requireOpen(item);
  const by = { ...attachRequest(item, body), actor: principal.subject, now };
  if ('batchId' in by) {
    const many = attachAcknowledgmentPorts(claimsTables, () => Date.now() > until);
    return itemReply(await attachAcknowledgment(many, item, by.batchId, by));
  }
  const ports = itemPortsWithin(await unmatchedPorts(claimsTable), principal.billingNpis);
  return settled(await attachToClaim(ports, item, by.claimId, by));
}

export async function dismissUnmatched({
  resource: item,
  body,
  principal,
  now,
}: Call<typeof declared.dismissUnmatched, typeof unmatchedItems>) {
  requireOpen(item);
  const ports = itemPortsWithin(await unmatchedPorts(claimsTable), principal.billingNpis);
  return settled(await dismissItem(ports, item, { ...body, actor: principal.subject, now }));
}

export async function takeBackUnmatched({
  resource: item,
  body,
  principal,
  now,
}: Call<typeof declared.takeBackUnmatched, typeof unmatchedItems>) {
  const ports = itemPortsWithin(await unmatchedPorts(claimsTable), principal.billingNpis);
  return settled(await takeBackDecision(ports, item, { ...body, actor: principal.subject, now }));
}

const itemReply = (item: UnmatchedItem) => ok(unmatchedItemJson(item), { version: item.version });

const settled = ({ item, change }: SettledItem) => withChange(itemReply(item), change);

export function postRemittance(call: Call<typeof declared.postRemittance, typeof remittances>) {
  return paymentsByHand(call, ['post-remittance', call.resource.id], postHeldPayments);
}

export function takeBackRemittance(call: Call<typeof declared.takeBackRemittance, typeof remittances>) {
  return paymentsByHand(call, ['take-back-remittance', call.resource.id], takeBackPayments);
}

async function paymentsByHand(
  {
    resource: remittance,
    query,
    body,
    principal,
    now,
  }: Call<typeof declared.postRemittance | typeof declared.takeBackRemittance, typeof remittances>,
  list: readonly string[],
  change: typeof postHeldPayments,
) {
  const until = Date.now() + budget;
  const after = query.cursor === undefined ? 0 : Number(decodeCursor(list, query.cursor));
  const ports = itemPortsWithin(
    await remittanceByHandPorts(claimsTables, () => Date.now() > until),
    principal.billingNpis,
  );
  const by = { ...body, actor: principal.subject, now };
  const { next, ...counts } = await change(ports, remittance, by, after);
  return ok({ ...counts, next_cursor: next === undefined ? null : encodeCursor(list, String(next)) });
}
