import type { Claim } from '../claim/claim.ts';

/** Answers that a sent claim waits for, in their order. */
export type ExpectedResponse = '999' | '277CA' | '835';

/** Hours after which an answer of a payer is missing. */
export type OverduePolicy = Readonly<Record<ExpectedResponse, number>>;

/** Issue, "Lanes": no 999 after 1 hour, no 277CA after 2 days, no 835 after 30 days. */
export const defaultOverduePolicy: OverduePolicy = { '999': 1, '277CA': 48, '835': 720 };

/** Lanes in which a claim waits for an answer. */
export const waitingLanes = ['submitted', 'accepted', 'pending'] as const;

/** The answer that comes next; undefined for a claim that waits for none. */
function nextAnswer({ lane, payer_status_at }: Claim): ExpectedResponse | undefined {
  switch (lane) {
    case 'submitted':
      return payer_status_at === undefined ? '999' : '835';
    case 'accepted':
      return payer_status_at === undefined ? '277CA' : '835';
    case 'pending':
      return '835';
    default:
      return undefined;
  }
}

/** The answer that is missing for too long, counted from when the claim came to where it is. */
export function missingResponse(
  claim: Claim,
  policy: OverduePolicy,
  now: Date,
): ExpectedResponse | undefined {
  const next = nextAnswer(claim);
  if (next === undefined) return undefined;
  return Date.parse(claim.lane_since) + hoursInMilliseconds(policy[next]) <= now.getTime() ? next : undefined;
}

export const hoursInMilliseconds = (count: number): number => count * 3_600_000;
