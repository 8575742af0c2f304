import type { AlertCondition } from '#contract/claims/alerts/records.ts';

/** What a rule counts at a moment. */
export interface Measure {
  readonly count: number;
  /** Integer cents; absent for records without an amount. */
  readonly cents?: number;
  /** More records were not counted. */
  readonly isTruncated: boolean;
  /** The first records, at most {@link maxAlertIds}. */
  readonly ids: readonly string[];
  /** Sort key of the newest record. */
  readonly newest?: string;
  /** Error code of the last visit to the clearinghouse. */
  readonly failing?: string;
}

/** Ids that an alert names. */
export const maxAlertIds = 20;

/** Whether one of the thresholds is reached; without thresholds, one record is enough. */
export function reachesThreshold(condition: AlertCondition, { count, cents = 0, failing }: Measure): boolean {
  if (failing !== undefined) return true;
  const least = 'count' in condition ? condition.count : undefined;
  const amount = 'amount' in condition ? condition.amount : undefined;
  if (least === undefined && amount === undefined) return count > 0;
  return (
    (least !== undefined && count >= least) || (amount !== undefined && cents >= Math.round(amount * 100))
  );
}

/** Lists of the counted records, below the address of the API. */
export function linksOf(condition: AlertCondition): readonly string[] {
  switch (condition.kind) {
    case 'rejected_claims':
      return condition.lanes.map((lane) => claimsLink(lane, condition.payer_id));
    case 'overdue_claims':
      return [claimsLink('overdue', condition.payer_id)];
    case 'quarantined_files':
      return ['/api/files?state=quarantined'];
    case 'unmatched_items':
      return [`/api/unmatched${condition.item_kind === undefined ? '' : `?kind=${condition.item_kind}`}`];
    case 'clearinghouse':
      return ['/api/clearhouse', '/api/clearhouse/submissions'];
    case 'unreconciled_deposits':
      return ['/api/deposits?state=expected'];
  }
}

const claimsLink = (lane: string, payerId: string | undefined): string =>
  `/api/claims?lane=${lane}${payerId === undefined ? '' : `&payer_id=${encodeURIComponent(payerId)}`}`;
