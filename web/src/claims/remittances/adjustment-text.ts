import type { RemittanceClaim } from '#contract/claims/responses/remittance-records.ts';
import { texts } from '#web/text/texts.ts';
import type { X12Texts } from '#web/text/x12-texts.ts';

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

/** Returns who bears an adjustment, by its group. */
export function bearerText(group: string): string {
  const groups: Readonly<Record<string, string>> = texts.remittances.groups;
  return groups[group] ?? group;
}

/** Returns the code of a provider-level adjustment (PLB) with its meaning. */
export function providerReasonText(reason: string, text: string | undefined): string {
  const reasons: Readonly<Record<string, string>> = texts.remittances.provider.reasons;
  const meaning = reasons[reason] ?? text;
  return meaning === undefined ? reason : `${reason}: ${meaning}`;
}
