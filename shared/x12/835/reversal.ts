import type { Position } from '../reader/segment.ts';
import type { ClaimPayment } from './types.ts';

/** What is kept of a claim to pair it: enough to find it again and to compare the money. */
export interface PaymentSummary {
  readonly number: number;
  readonly patientControlNumber: string;
  readonly payerControlNumber: string;
  readonly statusCode: string;
  readonly charge: number;
  readonly paid: number;
  readonly position: Position;
}

/**
 * A reversal (CLP02 22) with what belongs to it in the same remittance: the payment it takes back, mostly in an
 * earlier file and then undefined, and the corrected claim that follows, undefined for a take-back.
 */
export interface ReversalPair {
  readonly reversal: PaymentSummary;
  readonly original: PaymentSummary | undefined;
  readonly correction: PaymentSummary | undefined;
  /** Whether the reversal's amounts are the negatives of the original's; undefined without an original. */
  readonly negates: boolean | undefined;
  /** What original, reversal and correction leave paid. */
  readonly net: number;
}

export function isReversal(claim: { readonly statusCode: string }): boolean {
  return claim.statusCode === '22';
}

/** Pairs the reversals of a list of claims, in order; for claims stored from several remittances too. */
export function pairReversals(claims: Iterable<PaymentSummary>): readonly ReversalPair[] {
  const book = new ReversalPairing();
  for (const claim of claims) book.add(claim);
  return book.pairs();
}

/** How many claims of one set are remembered as possible originals; beyond, the oldest are let go. */
const remembered = 50_000;
/** And how many of one patient control number, each of which a reversal is compared with. */
const rememberedOfOne = 500;

/**
 * Pairs reversals while claims stream by, in bounded memory. The order inside a remittance is free: an original may
 * stand before its reversal, a correction follows it.
 */
export class ReversalPairing {
  private readonly reversals: OpenReversal[] = [];
  /** By patient control number: the reversals that still await a correction. */
  private readonly waiting = new Map<string, OpenReversal[]>();
  private readonly payments = new Map<string, PaymentSummary[]>();

  /** Takes a claim in; for a reversal, gives back the original it found, if any. */
  add(claim: PaymentSummary | ClaimPayment): PaymentSummary | undefined {
    const key = claim.patientControlNumber;
    if (isReversal(claim)) {
      const reversal = trace(claim);
      const original = takeOriginal(this.payments.get(key), reversal);
      const open: OpenReversal = { reversal, original, correction: undefined };
      this.reversals.push(open);
      const waiting = this.waiting.get(key);
      if (waiting === undefined) this.waiting.set(key, [open]);
      else waiting.push(open);
      return original;
    }
    const open = this.waiting.get(key)?.shift();
    if (open !== undefined) open.correction = trace(claim);
    else this.remember(key, trace(claim));
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
      if (known.length > rememberedOfOne) known.shift();
      return;
    }
    if (this.payments.size >= remembered) {
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

/** The same payer control number and opposite money first, then opposite money, then the same number. */
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

function trace(claim: PaymentSummary | ClaimPayment): PaymentSummary {
  const { number, patientControlNumber, payerControlNumber, statusCode, charge, paid, position } = claim;
  return { number, patientControlNumber, payerControlNumber, statusCode, charge, paid, position };
}
