import type { ClaimPayment } from '#x12/835/types.ts';
import type { ServiceLine } from '#x12/837p/model/line.ts';
import type { Change } from '../../change.ts';
import { billingProviderId, type Claim } from '../../claim/claim.ts';
import { unpackJson } from '../../claim/packed-json.ts';
import type { FileRun } from '../../files/file-run.ts';
import type { ClaimLookup, ResponseStore } from '../engine/claim-lookup.ts';
import type { ItemOutcome, ItemRules } from '../engine/item-queue.ts';
import { isUsableNumber } from '../engine/narrow-claims.ts';
import type { ResponseWrite } from '../engine/response-write.ts';
import { applyPayment, maxAmbiguous, type PostingFacts } from './apply-payment.ts';
import { type LineMatch, matchLines } from './match-lines.ts';
import { matchPayment, type PaymentMatch, payeeNumbers } from './match-payment.ts';
import type {
  Posting,
  PostingCounts,
  StoredPayment,
  StoredRemittance,
  UnmatchedPayment,
} from './stored-remittance.ts';

export interface RemittanceStore extends ResponseStore<StoredRemittance> {
  /** Payments of a remittance, from a number on. */
  readPayments(id: string, from: number, limit: number): Promise<readonly StoredPayment[]>;
  findPayment(id: string, number: number): Promise<StoredPayment | undefined>;
  /** All unmatched payments, oldest first, page by page; eventually consistent. */
  readUnmatched(): AsyncIterable<readonly UnmatchedPayment[]>;
  /** Payments that may be for a claim with this number; payers may cut it off after 20 characters. */
  findUnmatched(patientControlNumber: string): Promise<readonly UnmatchedPayment[]>;
  /** Whether no other payment waits under the same number. */
  isLastUnmatched(payment: UnmatchedPayment): Promise<boolean>;
}

export interface RemittancePorts {
  readonly remittances: RemittanceStore;
  readonly claims: ClaimLookup;
  /** Service lines of claims as they were billed, by claim id. */
  findLines(claimIds: readonly string[]): Promise<ReadonlyMap<string, readonly ServiceLine[]>>;
}

export interface UnmatchedPaymentPorts extends RemittancePorts {
  write(change: Change): Promise<void>;
  now(): Date;
}

interface MatchedPayment {
  readonly stored: StoredPayment;
  /** Undefined for a payment that was too long to be stored. */
  readonly payment: ClaimPayment | undefined;
  readonly match: PaymentMatch;
  readonly lines: readonly LineMatch[];
}

/** Payments whose claims are looked up together. */
export const matchedTogether = 120;
/** Weight that one transaction takes in addition to the remittance and the figures of all lanes. */
const limits = { items: 28, weight: 84, size: Number.POSITIVE_INFINITY, matchedTogether };

export const postingRules = (
  run: FileRun,
  ports: RemittancePorts,
  remittance: StoredRemittance,
): ItemRules<StoredRemittance, StoredPayment, MatchedPayment, Posting> => ({
  responses: ports.remittances,
  limits,
  match: (payments) => matchPayments(ports, remittance, payments),
  weigh,
  decide(matched, current) {
    const facts = { remittance, actor: run.actor, now: run.now(), at: remittance.received_at };
    const outcome = decidePayment(matched, facts, current);
    return { ...outcome, writes: postingWrites(matched, outcome.result, remittance) };
  },
  tally(current, postings) {
    const counts = { ...current.counts };
    for (const name of postings.flatMap(countedAs)) counts[name]++;
    return { ...current, counts };
  },
});

/** A matched payment: entry, claim, event, payer's number and posting. An ambiguous one: entry and claim for each. */
function weigh({ match }: MatchedPayment): number {
  switch (match.result) {
    case 'matched':
      return 5;
    case 'ambiguous':
      return 1 + 2 * Math.min(match.claims.length, maxAmbiguous);
    case 'unmatched':
      return 3;
  }
}

/** Decides the effect of a payment; pure. */
export const decidePayment = (
  { payment, match, lines }: MatchedPayment,
  facts: PostingFacts,
  current: (claim: Claim) => Claim,
): ItemOutcome<Posting> =>
  payment === undefined
    ? { result: { match: { result: 'unmatched' }, lines: [] }, isMatched: false }
    : applyPayment(payment, match, lines, facts, current);

function postingWrites(
  { stored, payment, match }: MatchedPayment,
  posting: Posting,
  remittance: StoredRemittance,
): readonly ResponseWrite[] {
  const { patient_control_number, remittance_id, number } = stored;
  const put = { kind: 'posting', payment: stored, posting } as const;
  const canBeMatchedLater =
    payment !== undefined && match.result === 'unmatched' && isUsableNumber(patient_control_number);
  if (!canBeMatchedLater) return [put];
  const provider = payeeProvider(remittance);
  const unmatched: UnmatchedPayment = {
    ...{ patient_control_number, remittance_id, number },
    ...(provider !== '' && { provider }),
  };
  return [put, { kind: 'unmatched-payment', payment: unmatched, receivedAt: remittance.received_at }];
}

/** Looks up the claims, and their lines, that payments are for; one match for each payment. */
export async function matchPayments(
  ports: RemittancePorts,
  remittance: StoredRemittance,
  stored: readonly StoredPayment[],
): Promise<readonly MatchedPayment[]> {
  const payments = stored.map(({ content }) => {
    return content === '' ? undefined : unpackJson<ClaimPayment>(content);
  });
  const provider = payeeProvider(remittance);
  const known = await ports.claims.findByNumbers(
    payments.map((payment) => ({
      numbers: isUsableNumber(payment?.patientControlNumber) ? [payment.patientControlNumber] : [],
      ...(provider !== '' && { provider }),
    })),
  );
  const matches = await Promise.all(
    payments.map(async (payment, n): Promise<PaymentMatch> => {
      if (payment === undefined) return { result: 'unmatched' };
      const { patientControlNumber, payerControlNumber } = payment;
      const byNumber = known[n]?.get(patientControlNumber) ?? [];
      const isKnown = byNumber.length > 0 || !isUsableNumber(payerControlNumber);
      const byPayerControl = isKnown ? [] : await ports.claims.findByPayerControl(payerControlNumber);
      return matchPayment(payment, remittance, { byNumber, byPayerControl });
    }),
  );
  const ids = matches.flatMap((match) => (match.result === 'matched' ? [match.claim.id] : []));
  const billed = await ports.findLines([...new Set(ids)]);
  return stored.map((one, n) => {
    const payment = payments[n];
    const match = matches[n] ?? { result: 'unmatched' };
    const own = match.result === 'matched' ? billed.get(match.claim.id) : undefined;
    return { stored: one, payment, match, lines: own && payment ? matchLines(payment.lines, own) : [] };
  });
}

function payeeProvider({ payee }: StoredRemittance): string {
  const { npi, taxId } = payeeNumbers(payee);
  return billingProviderId({ billing_npi: npi ?? '', ...(taxId !== undefined && { tax_id: taxId }) });
}

/** The counts of a remittance that a posting is part of. */
export function countedAs({ match, outcome, held }: Posting): readonly (keyof PostingCounts)[] {
  if (match.result !== 'matched') return [match.result];
  if (held !== undefined) return ['matched', 'held'];
  const isOther = outcome === undefined || outcome === 'estimate' || outcome === 'forwarded';
  return ['matched', isOther ? 'other' : outcome];
}
