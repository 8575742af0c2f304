import type { Position } from '../reader/segment.ts';
import type { ClaimPayment } from './model.ts';

/** The parts of a claim payment that pairing needs. */
export interface PaymentSummary {
  readonly number: number;
  readonly patientControlNumber: string;
  readonly payerControlNumber: string;
  readonly statusCode: string;
  readonly charge: number;
  readonly paid: number;
  readonly position: Position;
}

/** A reversal (CLP02 22) with its original and its correction in the same remittance. */
export interface ReversalPair {
  readonly reversal: PaymentSummary;
  /** Undefined for an original in an earlier remittance. */
  readonly original: PaymentSummary | undefined;
  /** Undefined when no corrected claim follows. */
  readonly correction: PaymentSummary | undefined;
  /** True when the amounts negate those of the original; undefined without an original. */
  readonly negates: boolean | undefined;
  /** Sum of the payments of original, reversal and correction. */
  readonly net: number;
}

export function isReversal(claim: { readonly statusCode: string }): boolean {
  return claim.statusCode === '22';
}

/** Pairs the reversals in a list of claims, also of several remittances. */
export function pairReversals(claims: Iterable<PaymentSummary>): readonly ReversalPair[] {
  const pairing = new ReversalPairing();
  for (const claim of claims) pairing.add(claim);
  return pairing.pairs();
}

/** Maximum count of patient control numbers with possible originals; the oldest are dropped. */
const maxNumbers = 50_000;
/** Maximum count of reversals; later ones have an original, and no pair. */
const maxReversals = 50_000;
/** Maximum count of possible originals per patient control number. */
const maxPerNumber = 500;

/** Pairs reversals of a stream of claims in bounded memory. An original precedes, a correction follows its reversal. */
export class ReversalPairing {
  private readonly reversals: OpenReversal[] = [];
  /** Reversals without a correction, by patient control number. */
  private readonly waiting = new Map<string, OpenReversal[]>();
  private readonly payments = new Map<string, PaymentSummary[]>();

  /** Adds a claim. Returns the original of a reversal, if it is known. */
  add(claim: PaymentSummary | ClaimPayment): PaymentSummary | undefined {
    const key = claim.patientControlNumber;
    if (isReversal(claim)) {
      const reversal = summaryOf(claim);
      const original = takeOriginal(this.payments.get(key), reversal);
      if (this.reversals.length === maxReversals) return original;
      const open: OpenReversal = { reversal, original, correction: undefined };
      this.reversals.push(open);
      const waiting = this.waiting.get(key);
      if (waiting === undefined) this.waiting.set(key, [open]);
      else waiting.push(open);
      return original;
    }
    const open = this.waiting.get(key)?.shift();
    if (open !== undefined) open.correction = summaryOf(claim);
    else this.remember(key, summaryOf(claim));
    return undefined;
  }

  pairs(): readonly ReversalPair[] {
    return this.reversals.map(({ reversal, original, correction }) => ({
      reversal,
      original,
      correction,
      negates: original === undefined ? undefined : areOpposite(original, reversal),
      net: (original?.paid ?? 0) + reversal.paid + (correction?.paid ?? 0),
    }));
  }

  private remember(key: string, claim: PaymentSummary): void {
    const known = this.payments.get(key);
    if (known !== undefined) {
      known.push(claim);
      if (known.length > maxPerNumber) known.shift();
      return;
    }
    if (this.payments.size >= maxNumbers) {
      const [oldest] = this.payments.keys();
      if (oldest !== undefined) this.payments.delete(oldest);
    }
    this.payments.set(key, [claim]);
  }
}

interface OpenReversal {
  readonly reversal: PaymentSummary;
  readonly original: PaymentSummary | undefined;
  correction: PaymentSummary | undefined;
}

export function areOpposite(original: PaymentSummary, reversal: PaymentSummary): boolean {
  return original.charge + reversal.charge === 0 && original.paid + reversal.paid === 0;
}

/** Prefers the same payer control number with opposite amounts, then opposite amounts, then the same number. */
function takeOriginal(
  candidates: PaymentSummary[] | undefined,
  reversal: PaymentSummary,
): PaymentSummary | undefined {
  if (candidates === undefined) return undefined;
  const sameNumber = ({ payerControlNumber }: PaymentSummary): boolean =>
    payerControlNumber === reversal.payerControlNumber;
  const best =
    candidates.find((claim) => sameNumber(claim) && areOpposite(claim, reversal)) ??
    candidates.find((claim) => areOpposite(claim, reversal)) ??
    candidates.find(sameNumber);
  if (best !== undefined) candidates.splice(candidates.indexOf(best), 1);
  return best;
}

function summaryOf(claim: PaymentSummary | ClaimPayment): PaymentSummary {
  const { number, patientControlNumber, payerControlNumber, statusCode, charge, paid, position } = claim;
  return { number, patientControlNumber, payerControlNumber, statusCode, charge, paid, position };
}
