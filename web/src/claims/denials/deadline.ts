import { addDays, daysBetween } from '#calendar/days.ts';
import type { Claim } from '#claims/claims/claim-fields.ts';
import type { PayerWithConfigs } from '#claims/configuration/contract.ts';

/** The lanes of the desk: what a payer refused, the whole claim first. */
export const deskLanes = ['denied', 'underpaid', 'payer_rejected', 'rejected'] as const;
export type DeskLane = (typeof deskLanes)[number];

export const isDeskLane = (lane: string): lane is DeskLane => deskLanes.some((one) => one === lane);

/** The last day on which the payer takes something, and the days until then; less than 0 once it is over. */
export interface Deadline {
  readonly day: string;
  readonly left: number;
}

/**
 * The last day to appeal or correct a claim that was paid too little or not at all, or to send a rejected one again. Undefined where
 * the configuration of the payer has no such time.
 *
 * @param today `YYYY-MM-DD`
 */
export function deadlineOf(
  {
    lane,
    payer_id,
    remitted_at,
    service_to,
  }: Pick<Claim, 'lane' | 'payer_id' | 'remitted_at' | 'service_to'>,
  payers: readonly PayerWithConfigs[],
  today: string,
): Deadline | undefined {
  const configs = payers.find(({ id }) => id === payer_id)?.configs ?? [];
  const isAdjudicated = lane === 'denied' || lane === 'underpaid';
  const [from, within] = isAdjudicated
    ? [remitted_at?.slice(0, 'YYYY-MM-DD'.length), days(configs, '835')]
    : [service_to, days(configs, '837P')];
  if (from === undefined || within === undefined) return undefined;
  const day = addDays(from, within);
  return { day, left: daysBetween(today, day) };
}

function days(configs: PayerWithConfigs['configs'], transaction: '835' | '837P'): number | undefined {
  for (const config of configs) {
    if (config.transaction === '835' && transaction === '835') return config.appeal_within_days;
    if (config.transaction === '837P' && transaction === '837P') return config.file_within_days;
  }
  return undefined;
}

/** Dollars that the payer refused of a claim: what it cut without agreement, or the whole charge of a rejected claim. */
export function amountAtStake({ lane, denial_reasons, total_charge, paid = 0 }: Claim): number {
  if (lane === 'rejected' || lane === 'payer_rejected') return total_charge;
  if (denial_reasons === undefined) return Math.max(0, total_charge - paid);
  return denial_reasons.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;
}
