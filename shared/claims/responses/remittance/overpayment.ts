import type { ClaimPayment } from '#x12/835/types.ts';
import { addConflict, type Claim, type PostedPayment, type ResponseConflict } from '../../claim/claim.ts';
import type { ClaimPatch } from '../../claim/claim-change.ts';
import { openConflict, type Resolution, resolvedConflict } from '../../claim/review.ts';

/** The amount that was overpaid, and the remittances that paid. */
interface Overpayment {
  readonly credit: number;
  readonly remittance_ids: readonly string[];
  readonly isTwice: boolean;
}

/**
 * Returns the fields of a claim that a payment changes besides the sums: payments, credit balance, and a conflict if the
 * claim is overpaid. A reversal removes the payment that it reverses, in either order, so a corrected payment is not a
 * second payment.
 *
 * @param paid sum over all remittances, this payment included
 * @param conflicts of the claim after this payment, without overpayments
 */
export function afterPayment(
  payment: ClaimPayment,
  claim: Claim,
  paid: number,
  conflicts: readonly ResponseConflict[],
  source: Resolution,
): ClaimPatch & { readonly conflicts: readonly ResponseConflict[] } {
  const payments = withPayment(claim.payments ?? [], payment, source.id);
  const over = overpaymentOf(payments, paid, claim.total_charge);
  const before = withoutOverpayment(conflicts, source);
  if (over === undefined) {
    return { payments, conflicts: before, ...(claim.credit_balance && { credit_balance: 0 }) };
  }
  const conflict = { ...openConflict('overpaid', '835', { ...source, text: textOf(over, paid, claim) }) };
  return {
    payments,
    conflicts: addConflict({ conflicts: before }, { ...conflict, remittance_ids: over.remittance_ids }),
    credit_balance: over.credit,
  };
}

/**
 * Returns payments, credit balance and conflicts of a claim without a payment that a person takes back.
 *
 * @param paid sum over the remaining payments
 */
export function withoutPayment(
  claim: Claim,
  { remittance_id, paid: taken }: Pick<PostedPayment, 'remittance_id' | 'paid'>,
  paid: number,
  source: Resolution,
): Pick<Claim, 'payments' | 'credit_balance' | 'conflicts'> {
  const known = claim.payments ?? [];
  const index = known.findLastIndex((one) => one.remittance_id === remittance_id && one.paid === taken);
  const payments = known.filter((_, n) => n !== index);
  const over = overpaymentOf(payments, paid, claim.total_charge);
  const conflicts = claim.conflicts.map((conflict) =>
    conflict.kind === 'overpaid' && conflict.open && over === undefined
      ? resolvedConflict(conflict, source)
      : conflict,
  );
  return { payments, credit_balance: over?.credit ?? 0, conflicts };
}

/** Older payments are only in the sum. */
const maxPayments = 20;

/** A payment and its reversal cancel each other, in either order. */
function withPayment(
  payments: readonly PostedPayment[],
  payment: ClaimPayment,
  remittance_id: string,
): readonly PostedPayment[] {
  const { paid } = payment;
  if (paid === 0) return payments;
  const opposite = payments.findLastIndex((earlier) => earlier.paid === -paid);
  if (opposite >= 0) return payments.filter((_, index) => index !== opposite);
  const charge = Math.sign(paid) * Math.abs(payment.charge);
  return [...payments, { remittance_id, paid, charge, rank: rankOf(payment) }].slice(-maxPayments);
}

/** Rank of the payer by CLP02: processed as primary, secondary or tertiary, forwarded or not. */
function rankOf({ statusCode }: ClaimPayment): PostedPayment['rank'] {
  if (statusCode === '2' || statusCode === '20') return 2;
  return statusCode === '3' || statusCode === '21' ? 3 : 1;
}

/** Overpaid: above the charge, or more than once for one charge by payers of the same rank. */
function overpaymentOf(
  payments: readonly PostedPayment[],
  paid: number,
  charge: number,
): Overpayment | undefined {
  const ranks = [...Map.groupBy(payments, ({ rank }) => rank).values()];
  const second = ranks.reduce((sum, own) => sum + secondPayment(own, charge), 0);
  const credit = Math.max(second, paid - charge);
  if (credit <= 0) return undefined;
  const paying = payments.filter((payment) => payment.paid > 0);
  const remittance_ids = [...new Set(paying.map((payment) => payment.remittance_id))];
  return { credit, remittance_ids, isTwice: second > 0 };
}

/** Returns the amount without the largest payment, if the payments of one rank exceed the charge. */
function secondPayment(payments: readonly PostedPayment[], charge: number): number {
  const paying = payments.filter(({ paid }) => paid > 0);
  const charged = payments.reduce((sum, payment) => sum + payment.charge, 0);
  if (paying.length < 2 || charged <= charge) return 0;
  const paid = payments.reduce((sum, payment) => sum + payment.paid, 0);
  return Math.max(0, paid - Math.max(...paying.map((payment) => payment.paid)));
}

/** Resolves an open overpayment; removes one of the same remittance, which only the order of its claims made. */
const withoutOverpayment = (
  conflicts: readonly ResponseConflict[],
  { id, at }: Resolution,
): readonly ResponseConflict[] =>
  conflicts.flatMap((conflict) => {
    if (conflict.kind !== 'overpaid' || !conflict.open) return conflict;
    return conflict.source_id === id ? [] : resolvedConflict(conflict, { id, at });
  });

const money = (cents: number): string => (cents / 100).toFixed(2);

function textOf({ credit, remittance_ids, isTwice }: Overpayment, paid: number, claim: Claim): string {
  const sums = `paid ${money(paid)} of ${money(claim.total_charge)} charged`;
  const from = `${remittance_ids.length > 1 ? 'remittances' : 'remittance'} ${remittance_ids.join(', ')}`;
  return `835: ${sums}${isTwice ? ', more than once' : ''}; credit balance ${money(credit)}; ${from}`;
}
