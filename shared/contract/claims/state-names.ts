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

/** Lanes of the inbox, explained in shared/claims/claims/lifecycle.ts. */
export const laneNames = [
  'draft',
  'ready',
  'held',
  'submitted',
  'accepted',
  'rejected',
  'payer_rejected',
  'pending',
  'paid',
  'denied',
  'underpaid',
  'review',
  'overdue',
] as const;

/** States of a file, explained in shared/claims/files/file.ts. */
export const fileStateNames = [
  'expected',
  'received',
  'processing',
  'applied',
  'partly_applied',
  'quarantined',
  'duplicate',
] as const;

export const fileKindNames = ['837P', '835', '277CA', '999', 'TA1'] as const;
