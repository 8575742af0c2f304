import * as z from 'zod';
import type { Claim } from '#claims/claims/claim.ts';
import type { StoredItem } from '../stored.ts';

/** Lane of a claim by the first letters of its number, and the payment in percent of its charge. */
const scenarios = { OK: ['paid', 100], PP: ['underpaid', 60], DN: ['denied', 0] } as const;

export const prefixes = Object.keys(scenarios) as (keyof typeof scenarios)[];
export const scenarioOf = (pcn: string) => scenarios[pcn.slice(0, 2) as keyof typeof scenarios];

/** Group, reason and cents of each adjustment in a stored payment. */
export const adjustmentsIn = (detail: unknown): readonly string[] =>
  paymentDetail
    .parse(detail)
    .adjustments.map(({ group, reason, amount }) => `${group} ${reason} ${Math.round(amount * 100)}`)
    .toSorted();

const paymentDetail = z.object({
  adjustments: z.array(z.object({ group: z.string(), reason: z.string(), amount: z.number() })),
});

/** Adjustments of the test payer for a claim. */
export function adjustmentsOf({
  patient_control_number: pcn,
  total_charge: charge,
}: Claim): readonly string[] {
  const shares = {
    OK: [],
    PP: [`CO 45 ${charge / 5}`, `CO 151 ${charge / 10}`, `PR 3 ${charge / 10}`],
    DN: [`CO 50 ${charge}`],
  };
  return shares[pcn.slice(0, 2) as keyof typeof shares].toSorted();
}

/** Records of one kind, which their sort key names. */
export const withKind = <T>(items: readonly StoredItem[], kind: string): readonly T[] =>
  items.filter(({ pk, sk }) => sk === kind && String(pk).startsWith(`${kind}#`)) as unknown as T[];

export function figuresOf(claims: readonly Claim[]) {
  const figures: Record<string, { count: number; cents: number }> = {};
  for (const { lane, total_charge } of claims) {
    const { count, cents } = figures[lane] ?? { count: 0, cents: 0 };
    figures[lane] = { count: count + 1, cents: cents + total_charge };
  }
  return figures;
}

/** A date of service within timely filing, whenever the tests run. */
export const recently = new Date(Date.now() - 10 * 24 * 3600 * 1000)
  .toISOString()
  .slice(0, 10)
  .replaceAll('-', '');
