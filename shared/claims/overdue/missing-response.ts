import type { Claim } from '../claim/claim.ts';

export type ExpectedResponse = '999' | '277CA' | '835';

/** Hours after which a response of a payer is overdue. */
export type OverduePolicy = Readonly<Record<ExpectedResponse, number>>;

/** One hour for a 999, two days for a 277CA, 30 days for an 835. */
export const defaultOverduePolicy: OverduePolicy = { '999': 1, '277CA': 48, '835': 720 };

export const waitingLanes = ['submitted', 'accepted', 'pending'] as const;

/** Returns the next expected response; undefined if the claim waits for no response. */
function nextResponse({ lane, payer_status_at }: Claim): ExpectedResponse | undefined {
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

/** Returns the overdue response, counted from the time at which the claim came into its lane. */
export function missingResponse(
  claim: Claim,
  policy: OverduePolicy,
  now: Date,
): ExpectedResponse | undefined {
  const next = nextResponse(claim);
  if (next === undefined) return undefined;
  return Date.parse(claim.lane_since) + hoursInMilliseconds(policy[next]) <= now.getTime() ? next : undefined;
}

export const hoursInMilliseconds = (count: number): number => count * 3_600_000;
