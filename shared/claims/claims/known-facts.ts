import { shortId } from '../deterministic-id.ts';
import { digestOf } from './chain.ts';
import type { Claim } from './claim.ts';
import {
  type BaseLane,
  claimId,
  type Decision,
  type Doubt,
  type Fact,
  factKey,
  type Screening,
  type Submission,
  type UnsentLane,
} from './facts.ts';

/** The facts about a claim: stored facts, and facts that follow from its record. */
export const factsOf = (claim: Claim): readonly Fact[] => [
  ...submissionsOf(claim),
  screeningOf(claim),
  ...(claim.facts ?? []),
];

function submissionsOf(claim: Claim): readonly Submission[] {
  const known = {
    fact: 'submission',
    claim: claimId(claim.id),
    number: claim.patient_control_number,
    frequency: claim.frequency,
    level: claim.payer_level ?? 1,
    charge: claim.total_charge,
    codes: claim.procedures ?? [],
    ...(claim.corrects !== undefined && { corrects: claimId(claim.corrects) }),
    ...madeFrom(claim),
  } as const;
  const keyOf = (n: number) => factKey(shortId('submission', claim.id, n));
  const { sent = [] } = claim;
  if (sent.length === 0) return [{ ...known, n: 0, key: keyOf(0) }];
  return sent.map(({ sent_at, batch }, index) => ({
    ...known,
    n: index + 1,
    key: keyOf(index + 1),
    ...(batch !== undefined && { batch }),
    ...(sent_at !== undefined && { sent_at, sent_on: sent_at.slice(0, 10) }),
  }));
}

function madeFrom({
  primary_remittance_id: remittance,
  primary_payment_number: payment_number,
}: Claim): Pick<Submission, 'made_from'> {
  return remittance === undefined || payment_number === undefined
    ? {}
    : { made_from: { remittance, payment_number } };
}

const unsentLanes: ReadonlySet<string> = new Set<UnsentLane>([
  'draft',
  'ready',
  'held',
  'review',
  'dismissed',
  'closed',
]);
const isUnsentLane = (lane: string): lane is UnsentLane => unsentLanes.has(lane);

/** The lane of a claim before its first response, also while it is in another one. */
export function unsentLaneOf({ lane, lane_before, unsent_lane, facts = [], sent = [] }: Claim): UnsentLane {
  const hasResponses = facts.some(({ fact }) => fact === 'answer' || fact === 'adjudication');
  const isUnsent = lane_before === undefined && !hasResponses && sent.at(-1)?.sent_at === undefined;
  return isUnsent && isUnsentLane(lane) ? lane : (unsent_lane ?? 'ready');
}

/** The claim with its lane before the first response, which is stored only where {@link unsentLaneOf} does not see it. */
export function withUnsentLane({ unsent_lane: _, ...claim }: Claim, lane: UnsentLane): Claim {
  return unsentLaneOf(claim) === lane ? claim : { ...claim, unsent_lane: lane };
}

const screeningOf = (claim: Claim): Screening => ({
  fact: 'screening',
  key: factKey(shortId('screening', claim.id)),
  claim: claimId(claim.id),
  at: claim.received_at,
  lane: unsentLaneOf(claim),
});

/** Returns the doubt about a claim that an ambiguous response may be about. Its key has the unmatched item, if there is one. */
export const ambiguous = (
  claim: string,
  { item, ...response }: Pick<Doubt, 'at' | 'source_id' | 'response' | 'item' | 'text'>,
): Doubt => ({
  ...{ fact: 'doubt', key: factKey(shortId('doubt', item ?? response.source_id, claim)) },
  ...{ claim: claimId(claim), about: 'ambiguous', ...response },
  ...(item !== undefined && { item }),
});

/** The decision of a person that resolves all open conflicts of a claim, and may choose its lane. */
export function resolution(
  claim: Claim,
  by: { readonly actor: string; readonly now: Date },
  lane?: BaseLane,
): Decision {
  return {
    fact: 'decision',
    key: factKey(shortId('decision', claim.id, claim.version)),
    claim: claimId(claim.id),
    by: by.actor,
    at: by.now.toISOString(),
    resolves: claim.conflicts.flatMap(({ key, open }) => (open ? key : [])),
    ...(lane && { lane, seen: digestOf(factsOf(claim)) }),
  };
}
