import type { Position } from '../reader/segment.ts';
import type {
  ClaimPayment,
  Payment,
  PaymentAdjustment,
  ProviderAdjustment,
  ServicePayment,
} from './model.ts';
import { isReversal } from './reversal.ts';

/** Levels of 835 balancing (TR3 005010X221A1 section 1.10.2): service line, claim, payment. */
type BalanceLevel = 'line' | 'claim' | 'transaction';

interface Term {
  /** Source of the amount: `SVC02`, `CAS CO 45`, `PLB WO`. */
  readonly name: string;
  /** In cents, with its sign in the sum. */
  readonly amount: number;
}

/** One balancing rule with its terms in exact cents. */
export interface Equation {
  readonly level: BalanceLevel;
  readonly rule: string;
  readonly terms: readonly Term[];
  /** Sum of the terms. */
  readonly computed: number;
  /** The result that the file states. */
  readonly stated: number;
  /** Stated minus computed. */
  readonly difference: number;
  readonly balanced: boolean;
  /** Number of the claim in the set. */
  readonly claim?: number;
  /** Number of the line in the claim. */
  readonly line?: number;
  readonly patientControlNumber?: string;
  readonly position: Position;
}

/** SVC02 minus the adjustments of the line is SVC03. */
export function lineEquation(line: ServicePayment, claim: ClaimPayment): Equation {
  const terms = [{ name: 'SVC02', amount: line.charge }, ...adjustmentTerms(line.adjustments)];
  const place = { ...claimPlace(claim), line: line.number, position: line.position };
  return equation('line', 'SVC02 - CAS = SVC03', terms, line.paid, place);
}

/** CLP03 minus the adjustments of claim and lines is CLP04. */
export function claimEquation(claim: ClaimPayment): Equation {
  const terms = [
    { name: 'CLP03', amount: claim.charge },
    ...adjustmentTerms(claim.adjustments),
    ...claim.lines.flatMap((line) => adjustmentTerms(line.adjustments)),
  ];
  return equation('claim', 'CLP03 - CAS = CLP04', terms, claim.paid, claimPlace(claim));
}

/** The charges of the lines, if any, add up to CLP03. */
export function chargeEquation(claim: ClaimPayment): Equation {
  const terms = claim.lines.map((line) => ({ name: `SVC02 ${line.number}`, amount: line.charge }));
  return equation('claim', 'sum of SVC02 = CLP03', terms, claim.charge, claimPlace(claim));
}

/** BPR02 is the sum of CLP04 minus the provider adjustments. */
export function transactionEquation(
  payment: Payment,
  claimsPaid: number,
  adjustments: readonly ProviderAdjustment[],
): Equation {
  const terms = [
    { name: 'sum of CLP04', amount: claimsPaid },
    ...adjustments.map(({ reason, amount }) => ({ name: `PLB ${reason}`, amount: negate(amount) })),
  ];
  const rule = 'sum of CLP04 - PLB = BPR02';
  return equation('transaction', rule, terms, payment.amount, { position: payment.position });
}

/** Returns every equation of a remittance: lines, then claims, then the payment. */
export function balanceProof(
  payment: Payment,
  claims: readonly ClaimPayment[],
  adjustments: readonly ProviderAdjustment[],
): readonly Equation[] {
  const paid = claims.reduce((sum, claim) => sum + claim.paid, 0);
  return [
    ...claims.flatMap((claim) => claim.lines.map((line) => lineEquation(line, claim))),
    ...claims.map(claimEquation),
    ...claims.filter(({ lines }) => lines.length > 0).map(chargeEquation),
    transactionEquation(payment, paid, adjustments),
  ];
}

/** Returns the first equation that does not hold. */
export function firstUnbalanced(proof: readonly Equation[]): Equation | undefined {
  return proof.find(({ balanced }) => !balanced);
}

/** Checks the sums of a claim without building equations, because most claims balance. */
export function claimBalances(claim: ClaimPayment): { lines: boolean; payment: boolean; charge: boolean } {
  let lines = true;
  let adjusted = total(claim.adjustments);
  let charged = 0;
  for (const line of claim.lines) {
    const lineAdjusted = total(line.adjustments);
    if (line.charge - lineAdjusted !== line.paid) lines = false;
    adjusted += lineAdjusted;
    charged += line.charge;
  }
  return {
    lines,
    payment: claim.charge - adjusted === claim.paid,
    charge: claim.lines.length === 0 || charged === claim.charge,
  };
}

export function isLineBalanced(line: ServicePayment): boolean {
  return line.charge - total(line.adjustments) === line.paid;
}

/** Returns the patient responsibility: the sum of group PR of claim and lines. */
export function patientShare(claim: ClaimPayment): number {
  let share = 0;
  for (const { group, amount } of claim.adjustments) if (group === 'PR') share += amount;
  for (const line of claim.lines) {
    for (const { group, amount } of line.adjustments) if (group === 'PR') share += amount;
  }
  return share;
}

/**
 * Returns the patient responsibility of a payment; negative for a reversal. CAS adjustments of group PR are in payment and reversal,
 * CLP05 is only in the payment, so the adjustments count if there are any.
 */
export function patientResponsibility(payment: ClaimPayment): number {
  const stated = payment.patientResponsibility;
  if (stated === undefined || isShared(payment)) return patientShare(payment);
  return isReversal(payment) && stated > 0 ? -stated : stated;
}

/** Whether adjustments leave a part of the payment to the patient. */
export const isShared = ({ adjustments, lines }: ClaimPayment): boolean =>
  [{ adjustments }, ...lines].some((level) => level.adjustments.some(({ group }) => group === 'PR'));

type Place = Pick<Equation, 'claim' | 'line' | 'patientControlNumber' | 'position'>;

function equation(
  level: BalanceLevel,
  rule: string,
  terms: readonly Term[],
  stated: number,
  place: Place,
): Equation {
  const computed = terms.reduce((sum, { amount }) => sum + amount, 0);
  const difference = stated - computed;
  return { level, rule, terms, computed, stated, difference, balanced: difference === 0, ...place };
}

function claimPlace({ number, patientControlNumber, position }: ClaimPayment): Place {
  return { claim: number, patientControlNumber, position };
}

function adjustmentTerms(adjustments: readonly PaymentAdjustment[]): Term[] {
  return adjustments.map(({ group, reason, amount }) => ({
    name: `CAS ${group} ${reason}`,
    amount: negate(amount),
  }));
}

function total(adjustments: readonly PaymentAdjustment[]): number {
  let sum = 0;
  for (const { amount } of adjustments) sum += amount;
  return sum;
}

/** Negates without a negative zero. */
function negate(amount: number): number {
  return amount === 0 ? 0 : -amount;
}
