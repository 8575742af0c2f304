import type { ClaimPayment, Payment } from '#x12/835/types.ts';
import { type FactKey, factKey } from '../claims/facts.ts';
import { deterministicId } from '../deterministic-id.ts';

/**
 * Keys of the claims of one ST, in their order: TRN03, TRN02, BPR16, the CLP loop, and its place among the equal ones of its
 * ST. So a clearinghouse that cuts files anew adds nothing, and two equal CLP of one payment are two payments.
 */
export function contentKeys({
  originator,
  trace,
  date = '',
}: Pick<Payment, 'originator' | 'trace' | 'date'>): (claim: ClaimPayment) => FactKey {
  const counts = new Map<string, number>();
  return (claim) => {
    const content = deterministicId(JSON.stringify(claim, withoutPlace));
    const n = (counts.get(content) ?? 0) + 1;
    counts.set(content, n);
    return factKey(deterministicId('835', originator, trace, date, content, n));
  };
}

/** Where a claim stands in its file, which changes when the file is cut anew. */
const places: ReadonlySet<string> = new Set(['position', 'number', 'header', 'isComplete']);

const withoutPlace = (name: string, value: unknown): unknown => (places.has(name) ? undefined : value);
