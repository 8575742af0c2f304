import type { UnscopedStatus } from '#x12/277ca/types.ts';
import type { Claim } from '../../claim/claim.ts';
import type { ItemOutcome, ItemRules } from '../engine/item-queue.ts';
import {
  type AcknowledgmentContext,
  applyStatus,
  type ClaimAcknowledgmentPorts,
  statusCodeText,
} from './apply-status.ts';
import { type StatusPolicy, type StatusView, saysRejected, statusTrigger } from './status-policy.ts';
import type { StoredClaimAcknowledgment } from './stored-acknowledgment.ts';

/** A claim of the acknowledged batch, and rejections of its batch and billing providers that may apply to it. */
interface RejectedClaim {
  readonly claim_id: string;
  readonly rejections: readonly UnscopedStatus[];
}

/**
 * Reads the claims that unscoped rejections may be about: all claims of a batch that is rejected as a whole, or those of
 * one billing provider in it. Acceptances stay a summary.
 *
 * @param unlisted statuses of a batch or provider whose claims have no statuses
 */
export async function* rejectedWithoutList(
  { batches }: ClaimAcknowledgmentPorts,
  context: AcknowledgmentContext,
  unlisted: readonly UnscopedStatus[],
): AsyncGenerator<RejectedClaim> {
  const rejections = unlisted.filter((status) => ['21', '19'].includes(status.level) && saysRejected(status));
  if (rejections.length === 0) return;
  for (const { id } of context.batches) {
    for await (const { reference, claims } of batches.claimsOf(id)) {
      if (reference.trim() !== context.acknowledgment.batch?.trim()) continue;
      for (const { claim_id } of claims) yield { claim_id, rejections };
    }
  }
}

const limits = { items: 36, weight: 72, size: Number.POSITIVE_INFINITY, matchedTogether: 36 };

type FoundClaim = RejectedClaim & { readonly claim: Claim | undefined };

/** Applies unscoped rejections. The result is whether a rejection applies to the claim. */
export const unscopedRules = (
  { acknowledgments, claims, policyOf }: ClaimAcknowledgmentPorts,
  context: AcknowledgmentContext,
): ItemRules<StoredClaimAcknowledgment, RejectedClaim, FoundClaim, boolean> => ({
  responses: acknowledgments,
  limits,
  weigh: () => 2,
  async match(items) {
    const found = await claims.findClaims(items.map(({ claim_id }) => claim_id));
    const byId = new Map(found.map((claim) => [claim.id, claim]));
    return items.map((item) => ({ ...item, claim: byId.get(item.claim_id) }));
  },
  decide: ({ claim, rejections }, current) =>
    claim === undefined ? notReached : reject(current(claim), rejections, policyOf, context),
  tally: ({ counts, ...acknowledgment }, reached) => ({
    ...acknowledgment,
    counts: { ...counts, fanned_out: counts.fanned_out + reached.filter((isReached) => isReached).length },
  }),
});

/** Rejects a claim once, by the last of the statuses, which is the closest to the claim. */
function reject(
  claim: Claim,
  rejections: readonly UnscopedStatus[],
  policyOf: ClaimAcknowledgmentPorts['policyOf'],
  { acknowledgment, isInBatch, factsFor }: AcknowledgmentContext,
): ItemOutcome<boolean> {
  const policy = policyOf(claim.payer_id);
  const rejecting = rejections.filter((one) => isAbout(one, claim) && isRejection(viewOf(one), policy));
  const unscoped = rejecting.at(-1);
  if (unscoped === undefined || !isInBatch(claim)) return notReached;
  const status = { ...viewOf(unscoped), statuses: rejecting.map((one) => one.status) };
  const { change, outcome } = applyStatus(status, claim, policy, factsFor(policy), undefined);
  if (change !== undefined) return { changes: [change], result: true, isMatched: true };
  const { id: reference, received_at: at } = acknowledgment;
  const detail = { type: '277CA', code: statusCodeText(status), level: unscoped.level, outcome };
  const event = { at, kind: 'acknowledgment', reference, detail } as const;
  return { event: { claimId: claim.id, event }, result: true, isMatched: true };
}

function isRejection(status: StatusView, policy: StatusPolicy): boolean {
  const trigger = statusTrigger(status, policy);
  return trigger === 'payer_rejected' || trigger === 'questioned';
}

const notReached: ItemOutcome<boolean> = { result: false, isMatched: true };

const viewOf = ({ status, ...unscoped }: UnscopedStatus): StatusView => ({ ...unscoped, statuses: [status] });

const isAbout = ({ level, about }: UnscopedStatus, claim: Claim): boolean =>
  level === '21' || (about?.id !== undefined && [claim.billing_npi, claim.tax_id].includes(about.id));
