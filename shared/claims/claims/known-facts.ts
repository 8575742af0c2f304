import type { Claim } from '../claim/claim.ts';
import { deterministicId } from '../deterministic-id.ts';
import { digestOf } from './chain.ts';
import {
  type BaseLane,
  claimId,
  type Decision,
  type Fact,
  factKey,
  type Screening,
  type Submission,
  type UnsentLane,
} from './facts.ts';

/** The facts about a claim: those that are stored with it, and those that follow from its record. */
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
  } as const;
  const keyOf = (n: number) => factKey(deterministicId('submission', claim.id, n));
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

const screeningOf = (claim: Claim): Screening => ({
  fact: 'screening',
  key: factKey(deterministicId('screening', claim.id)),
  claim: claimId(claim.id),
  at: claim.received_at,
  lane: unsentLaneOf(claim),
});

/** The decision of a person that resolves all open conflicts of a claim, and may choose its lane. */
export function resolution(
  claim: Claim,
  by: { readonly actor: string; readonly now: Date },
  lane?: BaseLane,
): Decision {
  return {
    fact: 'decision',
    key: factKey(deterministicId('decision', claim.id, claim.version)),
    claim: claimId(claim.id),
    by: by.actor,
    at: by.now.toISOString(),
    resolves: claim.conflicts.flatMap(({ key, open }) => (open ? key : [])),
    ...(lane && { lane, seen: digestOf(factsOf(claim)) }),
  };
}
