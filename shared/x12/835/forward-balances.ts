import type { ProviderAdjustment } from './types.ts';

/** What the provider adjustments of one remittance carry from and to other remittances. */
export interface ForwardBalances {
  /** PLB FB below zero: this remittance owes it, the next one takes it. */
  readonly carriedForward: readonly ProviderAdjustment[];
  /** PLB FB above zero: taken from this payment for an earlier remittance. */
  readonly applied: readonly ProviderAdjustment[];
  /** PLB WO above zero: an overpayment recovered now; its reference names the claim. */
  readonly recovered: readonly ProviderAdjustment[];
  /** PLB WO below zero: money left with the provider until it is recovered. */
  readonly deferred: readonly ProviderAdjustment[];
}

export function forwardBalances(adjustments: readonly ProviderAdjustment[]): ForwardBalances {
  const of = (reason: string, positive: boolean): ProviderAdjustment[] =>
    adjustments.filter((item) => item.reason === reason && (positive ? item.amount > 0 : item.amount < 0));
  return {
    carriedForward: of('FB', false),
    applied: of('FB', true),
    recovered: of('WO', true),
    deferred: of('WO', false),
  };
}

/**
 * Forward balances over remittances in order of date: each FB below zero waits for the same amount above zero under
 * the same reference (the payer puts the number of the first remittance there), else for the same amount. Gives back
 * what is still open.
 */
export function openForwardBalances(
  remittances: readonly (readonly ProviderAdjustment[])[],
): readonly ProviderAdjustment[] {
  let open: ProviderAdjustment[] = [];
  for (const adjustments of remittances) {
    const { carriedForward, applied: broughtIn } = forwardBalances(adjustments);
    for (const taken of broughtIn) open = settle(open, taken);
    open = [...open, ...carriedForward];
  }
  return open;
}

function settle(open: readonly ProviderAdjustment[], taken: ProviderAdjustment): ProviderAdjustment[] {
  const opposite = (item: ProviderAdjustment): boolean => item.amount + taken.amount === 0;
  const match =
    open.find((item) => opposite(item) && item.reference === taken.reference) ?? open.find(opposite);
  return open.filter((item) => item !== match);
}
