import type { Submission } from '#claims/clearhouse/contract.ts';
import type { PayerWithConfigs } from '#claims/configuration/contract.ts';
import type { AgingRow } from '#claims/reports/contract.ts';
import { nameOfPayer } from '../payer/payer-name.ts';

/** Lanes of claims that were never sent and that a submission does not take. */
export const blockingLanes = ['draft', 'review', 'held'] as const;
export type BlockingLane = (typeof blockingLanes)[number];

/** Claims of one lane. */
export interface LaneSum {
  readonly count: number;
  readonly amount: number;
}

/** What a submission to one payer would send now, and what stays. */
export interface PayerPreview {
  readonly payerId: string;
  readonly name: string;
  readonly ready: LaneSum;
  readonly blocked: Readonly<Record<BlockingLane, LaneSum>>;
  /** Submissions that hold claims of the payer. */
  readonly inProgress: readonly Submission[];
  readonly isConfigured: boolean;
}

/** Whether a submission still holds claims that it has not sent or recorded. */
export const isUnfinished = ({ state }: Submission): boolean => state !== 'recorded' && state !== 'abandoned';

/** Returns the payers with unsent claims, those with ready claims first, then by amount. */
export function previews(
  aging: readonly AgingRow[],
  payers: readonly PayerWithConfigs[],
  submissions: readonly Submission[],
): readonly PayerPreview[] {
  const unfinished = submissions.filter(isUnfinished);
  const ids = new Set(aging.filter(isUnsent).map(({ payer_id }) => payer_id));
  for (const { payer_id } of unfinished) ids.add(payer_id);
  return [...ids]
    .map((payerId): PayerPreview => {
      const payer = payers.find(({ id }) => id === payerId);
      const sum = (lane: AgingRow['lane']) => laneSum(aging, payerId, lane);
      return {
        payerId,
        name: nameOfPayer(payers, payerId),
        ready: sum('ready'),
        blocked: { draft: sum('draft'), review: sum('review'), held: sum('held') },
        inProgress: unfinished.filter(({ payer_id }) => payer_id === payerId),
        isConfigured: payer?.configs.some(({ transaction }) => transaction === '837P') === true,
      };
    })
    .toSorted((a, b) => b.ready.amount - a.ready.amount || a.name.localeCompare(b.name));
}

/** Returns the sum over payers of what goes out. */
export function readySum(payers: readonly PayerPreview[]): LaneSum {
  return {
    count: payers.reduce((sum, { ready }) => sum + ready.count, 0),
    amount: payers.reduce((sum, { ready }) => sum + ready.amount, 0),
  };
}

const isUnsent = ({ lane, total }: AgingRow): boolean =>
  total.count > 0 && (lane === 'ready' || blockingLanes.some((blocking) => blocking === lane));

function laneSum(aging: readonly AgingRow[], payerId: string, lane: AgingRow['lane']): LaneSum {
  const row = aging.find((candidate) => candidate.payer_id === payerId && candidate.lane === lane);
  return row?.total ?? { count: 0, amount: 0 };
}
