import { foldedNumber } from '#claims/claims/batch.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { awaitsDecision, isUsableNumber, sameProvider } from '#claims/files/claim-lookup.ts';
import {
  type Agreement,
  compared,
  daysAgreement,
  isSameName,
  isSameNumber,
} from '#claims/remittances/evidence.ts';
import type { ItemFacts } from './unmatched-item.ts';

type ClaimReason =
  | 'patient_control_number'
  | 'similar_number'
  | 'payer_control_number'
  | 'member_id'
  | 'patient_name'
  | 'amount'
  | 'service_dates'
  | 'provider'
  | 'payer'
  | 'batch'
  | 'waiting';

export interface ClaimCandidate {
  readonly claim: Claim;
  /** 0 to 100. */
  readonly score: number;
  /** Facts that agree, strongest first. */
  readonly reasons: readonly ClaimReason[];
  readonly differs_in: readonly string[];
}

/** Facts beyond those of the item. */
interface RankingContext {
  /** Batches that the 277CA acknowledges. */
  readonly batchIds?: readonly string[];
}

const weights: Readonly<Record<ClaimReason, number>> = {
  patient_control_number: 40,
  payer_control_number: 40,
  similar_number: 20,
  member_id: 20,
  patient_name: 10,
  amount: 15,
  service_dates: 15,
  batch: 5,
  provider: 5,
  payer: 3,
  waiting: 2,
};

/** Agreement on less than this is chance: a patient and a charge, or a day and a charge, suffice. */
const minScore = 25;
const maxCandidates = 20;

/** Returns the claims that an item may be about, likeliest first; of equal ones the newest first. Pure. */
export const rankClaims = (
  facts: ItemFacts,
  claims: Iterable<Claim>,
  context: RankingContext = {},
): readonly ClaimCandidate[] =>
  [...new Map([...claims].map((claim) => [claim.id, claim])).values()]
    .map((claim) => candidateOf(facts, claim, context))
    .filter(({ score }) => score >= minScore)
    .toSorted((a, b) => b.score - a.score || (a.claim.received_at < b.claim.received_at ? 1 : -1))
    .slice(0, maxCandidates);

function candidateOf(facts: ItemFacts, claim: Claim, { batchIds = [] }: RankingContext): ClaimCandidate {
  const compared = comparisons(facts, claim);
  const number = bestNumberReason(facts, claim);
  const isWaiting = awaitsDecision.holds(claim);
  const isInBatch = claim.batch_id !== undefined && batchIds.includes(claim.batch_id);
  const found: ClaimReason[] = [
    ...(number === undefined ? [] : [number]),
    ...compared.filter(([, agrees]) => agrees === 'agrees').map(([name]) => name),
    ...(isInBatch ? (['batch'] as const) : []),
    ...(isWaiting ? (['waiting'] as const) : []),
  ];
  const reasons = found.toSorted((a, b) => weights[b] - weights[a]);
  return {
    claim,
    score: Math.min(
      100,
      reasons.reduce((sum, reason) => sum + weights[reason], 0),
    ),
    reasons,
    differs_in: compared.filter(([, agrees]) => agrees === 'differs').map(([name]) => name),
  };
}

/** Each fact that both sides may know. */
function comparisons(facts: ItemFacts, claim: Claim): readonly (readonly [ClaimReason, Agreement])[] {
  const { charge, service_from, service_to, billing_npi, tax_id } = facts;
  const isProviderKnown = billing_npi !== undefined || tax_id !== undefined;
  const hasProvider = sameProvider(billing_npi, tax_id).holds(claim);
  return [
    [
      'payer_control_number',
      compared(usable(facts.payer_control_number), claim.payer_control_number, isSameNumber),
    ],
    ['member_id', compared(usable(facts.member_id), claim.member_id, isSameNumber)],
    ['patient_name', compared(facts.patient_name, claim.patient_name, isSameName)],
    ['amount', charge === undefined ? 'unknown' : agreement(Math.abs(charge) === claim.total_charge)],
    ['service_dates', daysAgreement({ from: service_from, to: service_to }, claim)],
    ['provider', isProviderKnown ? agreement(hasProvider) : 'unknown'],
    // Payers name themselves differently in claims and responses, so a difference says nothing.
    ['payer', facts.payer_id === claim.payer_id && claim.payer_id !== '' ? 'agrees' : 'unknown'],
  ];
}

const agreement = (agrees: boolean): Agreement => (agrees ? 'agrees' : 'differs');

const usable = (number: string | undefined): string | undefined =>
  isUsableNumber(number) ? number : undefined;

function bestNumberReason({ patient_control_number, numbers = [] }: ItemFacts, claim: Claim) {
  const found = [patient_control_number, ...numbers].map((number) =>
    numberReason(number, claim.patient_control_number),
  );
  return found.find((reason) => reason === 'patient_control_number') ?? found.find((reason) => reason);
}

/** The number itself, or one that a payer or a typing error may have made of it. */
export function numberReason(
  received: string | undefined,
  own: string,
): 'patient_control_number' | 'similar_number' | undefined {
  if (!isUsableNumber(received) || !isUsableNumber(own)) return undefined;
  const [one, other] = [foldedNumber(received), foldedNumber(own)];
  if (one === other) return 'patient_control_number';
  const [bare, ownBare] = [one, other].map((text) => text.replace(/[^A-Z0-9]/g, ''));
  if (bare === undefined || ownBare === undefined || Math.min(bare.length, ownBare.length) < 4)
    return undefined;
  const isPart = bare.includes(ownBare) || ownBare.includes(bare);
  return isPart || isOneSlipAway(bare, ownBare) ? 'similar_number' : undefined;
}

/** Whether one character is missing, added, replaced, or two neighbors are exchanged. */
function isOneSlipAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  const shorter = Math.min(one.length, other.length) - start;
  while (end < shorter && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const isExchange = left.length === 2 && right === [...left].toReversed().join('');
  return isExchange || Math.max(left.length, right.length) <= 1;
}
