import type { ProviderAdjustment } from './model.ts';

/** Provider adjustments of one remittance that refer to earlier or later remittances. */
export interface ForwardBalances {
  /** PLB FB below zero: owed to the payer, taken from a later payment. */
  readonly carriedForward: readonly ProviderAdjustment[];
  /** PLB FB above zero: taken from this payment for an earlier one. */
  readonly applied: readonly ProviderAdjustment[];
  /** PLB WO above zero: an overpayment recovered from this payment. Its reference names the claim. */
  readonly recovered: readonly ProviderAdjustment[];
  /** PLB WO below zero: an overpayment to be recovered later. */
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
 * Settles forward balances over remittances in order of date. An FB above zero settles the FB of the opposite amount
 * with the same reference, else any FB of the opposite amount. Returns the balances that are still open.
 */
export function openForwardBalances(
  remittances: readonly (readonly ProviderAdjustment[])[],
): readonly ProviderAdjustment[] {
  let open: ProviderAdjustment[] = [];
  for (const adjustments of remittances) {
    const { carriedForward, applied } = forwardBalances(adjustments);
    for (const taken of applied) open = settle(open, taken);
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
