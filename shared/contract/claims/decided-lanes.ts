/** Lanes of claims that were sent, to which a person may release a claim. */
export const decidedLanes = [
  'submitted',
  'accepted',
  'pending',
  'rejected',
  'payer_rejected',
  'paid',
  'denied',
  'underpaid',
] as const;
