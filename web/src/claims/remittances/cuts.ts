import type { RemittanceClaim } from '#contract/claims/responses/remittance-records.ts';
import type { Adjustment } from './adjustment-text.ts';

/** The sum of the adjustments with one group and reason. */
export interface Cut extends Pick<Adjustment, 'group' | 'reason' | 'text'> {
  readonly claims: number;
  readonly amount: number;
}

/** Returns all adjustments of a claim: its own, then those of its lines. */
export const adjustmentsOf = (claim: RemittanceClaim): readonly Adjustment[] => [
  ...claim.adjustments,
  ...claim.service_lines.flatMap(({ adjustments }) => adjustments),
];

/** Returns the sums by group and reason, the largest first. Amounts are added in cents, because dollars would round. */
export function cutsOf(claims: readonly RemittanceClaim[]): readonly Cut[] {
  const sums = new Map<string, { cut: Adjustment; cents: number; claims: Set<number> }>();
  for (const claim of claims)
    for (const adjustment of adjustmentsOf(claim)) {
      const key = `${adjustment.group}-${adjustment.reason}`;
      const sum = sums.get(key) ?? { cut: adjustment, cents: 0, claims: new Set<number>() };
      sum.cents += Math.round(adjustment.amount * 100);
      sum.claims.add(claim.number);
      sums.set(key, sum);
    }
  return [...sums.values()]
    .map(({ cut: { group, reason, text }, cents, claims: numbers }) => ({
      group,
      reason,
      text,
      amount: cents / 100,
      claims: numbers.size,
    }))
    .toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
}

/** Returns the sum of amounts in dollars, exact to the cent. */
export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
