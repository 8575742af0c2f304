// What each claim was paid, computed from the texts of the 835s and the decisions of the staff alone.

import { type Desk, payableAs, paymentAs } from './desk.ts';
import { type ReadAdjustment, type ReadPayment, readRemittances } from './remittance-text.ts';

export interface Owed {
  readonly deductible: number;
  readonly coinsurance: number;
  readonly copay: number;
  readonly other: number;
}

/** The money of a claim, cents. */
export interface PaidClaim {
  readonly paid: number;
  readonly owed: Owed;
  /** Reasons of the newest remittance, largest first. */
  readonly denials: readonly ReadAdjustment[];
  readonly firstPaidOn: string | undefined;
  /** Traces of the remittances that moved money. */
  readonly traces: readonly string[];
}

export const nothingOwed: Owed = { deductible: 0, coinsurance: 0, copay: 0, other: 0 };

/** Claims by id, in the order of the 835s. */
export function recountPayments(desk: Desk): ReadonlyMap<string, PaidClaim> {
  const claims = new Map<string, PaidClaim>();
  for (const { trace, date, payments } of desk.practice.remittances.flatMap(readRemittances)) {
    for (const [n, payment] of payments.entries()) {
      const hand = desk.byHand.get(paymentAs(trace, n + 1));
      const id =
        hand === undefined ? desk.payable.get(payableAs(payment.number, payment.frequency)) : hand.claimId;
      if (id === undefined) {
        if (hand === undefined) throw new Error(`Nobody knows the claim of ${payment.number}`);
        continue;
      }
      const before = claims.get(id);
      const paid = hand?.paid ?? payment.paid;
      const owed =
        hand?.responsibility === undefined ? owedIn(payment) : { ...nothingOwed, other: hand.responsibility };
      claims.set(id, {
        paid: (before?.paid ?? 0) + paid,
        owed: plus(before?.owed ?? nothingOwed, owed),
        denials: hand?.paid === undefined ? denialsIn(payment) : [],
        firstPaidOn: before?.firstPaidOn ?? (paid > 0 ? date : undefined),
        traces: [...(before?.traces ?? []), trace],
      });
    }
  }
  return claims;
}

const owedNames: Readonly<Record<string, keyof Owed>> = { 1: 'deductible', 2: 'coinsurance', 3: 'copay' };

function owedIn({ adjustments }: ReadPayment): Owed {
  const owed = { ...nothingOwed };
  for (const { group, reason, amount } of adjustments) {
    if (group === 'PR') owed[owedNames[reason] ?? 'other'] += amount;
  }
  return owed;
}

const plus = (a: Owed, b: Owed): Owed => ({
  deductible: a.deductible + b.deductible,
  coinsurance: a.coinsurance + b.coinsurance,
  copay: a.copay + b.copay,
  other: a.other + b.other,
});

export const totalOwed = ({ deductible, coinsurance, copay, other }: Owed): number =>
  deductible + coinsurance + copay + other;

/** CO 50 denies and CO 151 reduces in this month. A reversal leaves no reason. */
function denialsIn({ status, adjustments }: ReadPayment): readonly ReadAdjustment[] {
  if (status === '22') return [];
  const sums = new Map<string, ReadAdjustment>();
  for (const { group, reason, amount } of adjustments) {
    if (group !== 'CO' || (reason !== '50' && reason !== '151')) continue;
    sums.set(reason, { group, reason, amount: (sums.get(reason)?.amount ?? 0) + amount });
  }
  return [...sums.values()];
}
