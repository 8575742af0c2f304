import { carcKind } from '#claims/remittances/carc.ts';
import type { Remittance, RemittanceClaim } from '#claims/remittances/contract.ts';
import { dollars } from '#web/claims/dollars.ts';
import { texts } from '#web/text/texts.ts';
import type { X12Texts } from '#web/text/x12-texts.ts';

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

/** An adjustment of a claim or line. */
export type Adjustment = RemittanceClaim['adjustments'][number];

/** Returns the code with its meaning, such as "CO-45: charge above the contracted fee". */
export function adjustmentText(
  { group, reason, text }: Pick<Adjustment, 'group' | 'reason' | 'text'>,
  codes: X12Texts | undefined,
): string {
  const meaning = codes?.adjustmentReason(reason) ?? text;
  return meaning === undefined ? `${group}-${reason}` : `${group}-${reason}: ${meaning}`;
}

/** Returns the name of a group of adjustments. */
export function groupText(group: string): string {
  const groups: Readonly<Record<string, string>> = texts.remittances.groups;
  return groups[group] ?? group;
}

/** Returns who bears an adjustment. A denial under CO is no write-off, because it can be appealed. */
export function bearerText({ group, reason }: Pick<Adjustment, 'group' | 'reason'>): string {
  const words = texts.remittances.bearers;
  if (group === 'PR') return words.patient;
  if (group === 'CR') return groupText(group);
  const kind = carcKind(group, reason);
  if (kind !== 'agreed' && kind !== 'interest' && kind !== 'share') return words[kind];
  return group === 'CO' ? words.writeOff : groupText(group);
}

/** Returns the code of a provider-level adjustment (PLB) with its meaning. */
export function providerReasonText(reason: string, text: string | undefined): string {
  const reasons: Readonly<Record<string, string>> = texts.remittances.provider.reasons;
  const meaning = reasons[reason] ?? text;
  return meaning === undefined ? reason : `${reason}: ${meaning}`;
}

/** Returns the sum of the provider-level adjustments (PLB). A positive amount lowers the payment. */
export const providerAdjusted = ({
  provider_adjustments,
}: Pick<Remittance, 'provider_adjustments'>): number =>
  sumOf(provider_adjustments.map(({ amount }) => amount));

/** Returns what payments (BPR02) consist of: what was paid for claims, and the provider-level adjustments if there are any. */
export function partsOfPayments(
  remittances: readonly Pick<Remittance, 'paid' | 'charge' | 'provider_adjustments'>[],
): string {
  const words = texts.remittances;
  const sum = (amounts: readonly number[]) => dollars(sumOf(amounts));
  const adjusted = sumOf(remittances.map(providerAdjusted));
  const paid = words.paidOf(
    sum(remittances.map((one) => one.paid)),
    sum(remittances.map(({ charge }) => charge)),
  );
  if (adjusted === 0) return paid;
  const provider = adjusted > 0 ? words.lessProvider : words.plusProvider;
  return `${paid}, ${provider(dollars(Math.abs(adjusted)))}`;
}
