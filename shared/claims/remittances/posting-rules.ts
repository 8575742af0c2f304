import type { Change } from '#claims/change.ts';
import { foldedNumber } from '#claims/claims/batch.ts';
import { billingProviderId, type Claim } from '#claims/claims/claim.ts';
import { shareOfClaim, totalOf } from '#claims/claims/patient-share.ts';
import {
  type Chains,
  chainsOf,
  currentChain,
  questionable,
  readChains,
  weightOf,
} from '#claims/claims/read-chains.ts';
import { type ClaimLookup, isUsableNumber, type ResponseStore } from '#claims/files/claim-lookup.ts';
import type { FileRun } from '#claims/files/file-run.ts';
import type { ItemOutcome, ItemRules } from '#claims/files/item-queue.ts';
import type { ResponseWrite } from '#claims/files/response-write.ts';
import type { LedgerAccount } from '#claims/money/provider-ledger.ts';
import type { ReconciliationStore } from '#claims/money/settle-deposits.ts';
import { unpackJson } from '#claims/packed-json.ts';
import { itemOfPayment } from '#claims/unmatched/new-items.ts';
import type { UnmatchedItem } from '#claims/unmatched/unmatched-item.ts';
import { isShared } from '#x12/835/balance.ts';
import type { ClaimPayment } from '#x12/835/model.ts';
import type { ServiceLine } from '#x12/837p/model/line.ts';
import { applyPayment, heldBy, type PostingFacts } from './apply-payment.ts';
import type { OfficeProviders } from './evidence.ts';
import { type LineMatch, matchLines } from './match-lines.ts';
import { isOfOtherPatient, matchPayment, type PaymentMatch, payeeNumbers } from './match-payment.ts';
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
  findLines(claims: readonly Claim[]): Promise<ReadonlyMap<string, readonly ServiceLine[]>>;
  findOfficeProviders(): Promise<OfficeProviders>;
  findLedgerAccount(payerId: string, provider: string): Promise<LedgerAccount | undefined>;
  readonly reconciliation: ReconciliationStore;
}

export interface UnmatchedPaymentPorts extends RemittancePorts {
  findItem(id: string): Promise<UnmatchedItem | undefined>;
  write(change: Change): Promise<void>;
  now(): Date;
}

interface MatchedPayment {
  readonly stored: StoredPayment;
  /** Undefined for a payment that was too long to be stored. */
  readonly payment: ClaimPayment | undefined;
  readonly match: PaymentMatch;
  readonly lines: readonly LineMatch[];
  /** The chains of the claims of the match. */
  readonly chains: Chains;
}

/** Payments whose claims are looked up together: those of a stored block. */
export const matchedTogether = 128;
/** Weight that one transaction takes beside audit entries, the remittance, its postings, the figures of all lanes and those for reports. */
const limits = { items: 40, weight: 76, size: Number.POSITIVE_INFINITY, matchedTogether };

export const postingRules = (
  run: FileRun,
  ports: RemittancePorts,
  remittance: StoredRemittance,
): ItemRules<StoredRemittance, StoredPayment, MatchedPayment, Posting> => ({
  responses: ports.remittances,
  limits,
  match: (payments) => matchPayments(ports, remittance, payments),
  weigh: (matched) => weigh(matched, remittance),
  decide(matched, current) {
    const facts = { remittance, actor: run.actor, now: run.now(), at: remittance.received_at };
    const outcome = decidePayment(matched, facts, current);
    return { ...outcome, writes: postingWrites(matched, outcome.result, remittance) };
  },
  tally(current, postings) {
    const counts = { ...current.counts };
    for (const name of postings.flatMap(countedAs)) counts[name]++;
    const npis = new Set([
      ...current.billing_npis,
      ...postings.flatMap((posting) => posting.billing_npis ?? []),
    ]);
    return { ...current, counts, billing_npis: [...npis] };
  },
});

/** A posting with more lines may not fit among those that share an item, and then takes an action of its own. */
const maxSharedLines = 20;

/**
 * A matched payment: each claim of the chain, with its patient share if that may change; the payer's number if it is new, and its own
 * item if it is held. An ambiguous one: each chain, and its item.
 */
function weigh({ payment, match, lines, chains }: MatchedPayment, remittance: StoredRemittance): number {
  switch (match.result) {
    case 'matched': {
      if (payment === undefined) return 2;
      const { payerControlNumber: number } = payment;
      const own = [
        number !== '' && !(match.claim.payer_numbers ?? []).includes(number),
        heldBy(payment, remittance) !== undefined,
        lines.length > maxSharedLines,
      ].filter(Boolean).length;
      const members = weightOf(chains, [match.claim]);
      const hasShare = members > 1 || isShared(payment) || totalOf(shareOfClaim(match.claim)) !== 0;
      return own + (hasShare ? 2 : 1) * members;
    }
    case 'ambiguous':
      return (
        2 +
        weightOf(
          chains,
          questionable(match.claims, (claim) => chainsOf(chains, [claim])),
        )
      );
    case 'unmatched':
      return 6;
  }
}

/** Decides the effect of a payment; pure. */
export function decidePayment(
  { stored, payment, match, lines, chains }: MatchedPayment,
  facts: PostingFacts,
  current: (claim: Claim) => Claim,
): ItemOutcome<Posting> {
  if (payment === undefined)
    return { result: { match: { result: 'unmatched' }, lines: [] }, isMatched: false };
  const chainOf = (claim: Claim) => currentChain(chains, claim, current);
  const applied = applyPayment({ stored, payment, match, lines, chainOf }, facts);
  return { ...applied, result: { ...applied.result, billing_npis: providersOfMatch(match) } };
}

function providersOfMatch(match: PaymentMatch): readonly string[] {
  if (match.result === 'unmatched') return [];
  const claims = match.result === 'matched' ? [match.claim] : match.claims;
  return [...new Set(claims.map(({ billing_npi }) => billing_npi))];
}

function postingWrites(
  { stored, payment, match }: MatchedPayment,
  posting: Posting,
  remittance: StoredRemittance,
): readonly ResponseWrite[] {
  const item = itemOfPayment(stored, payment, posting, remittance);
  const put = [
    { kind: 'posting', payment: stored, posting } as const,
    ...(item === undefined ? [] : [{ kind: 'unmatched-item', item } as const]),
  ];
  if (payment === undefined || match.result !== 'unmatched') return put;
  return [
    ...put,
    ...unmatchedPayments(stored, remittance).map(
      (one) => ({ kind: 'unmatched-payment', payment: one, receivedAt: remittance.received_at }) as const,
    ),
  ];
}

/** What a payment waits under: its patient control number, and the number of the payer. */
export function unmatchedPayments(
  {
    patient_control_number,
    payer_control_number,
    remittance_id,
    number,
  }: Pick<StoredPayment, 'patient_control_number' | 'payer_control_number' | 'remittance_id' | 'number'>,
  remittance: StoredRemittance,
): readonly UnmatchedPayment[] {
  const provider = payeeProvider(remittance);
  const place = { remittance_id, number, ...(provider !== '' && { provider }) };
  const isOther = foldedNumber(payer_control_number) !== foldedNumber(patient_control_number);
  return [
    ...(isUsableNumber(patient_control_number) ? [{ ...place, patient_control_number }] : []),
    ...(isUsableNumber(payer_control_number) && isOther
      ? [{ ...place, patient_control_number: payer_control_number, by: 'payer_control_number' as const }]
      : []),
  ];
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
  const office = await ports.findOfficeProviders();
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
      const match = matchPayment(payment, remittance, { byNumber, byPayerControl: [] }, office);
      const isDoubtful = match.result === 'unmatched' || isOfOtherPatient(payment, remittance, match, office);
      if (!isDoubtful || !isUsableNumber(payerControlNumber)) return match;
      const byPayerControl = await ports.claims.findByPayerControl(payerControlNumber);
      return matchPayment(payment, remittance, { byNumber, byPayerControl }, office);
    }),
  );
  const matched = matches.flatMap((match) => (match.result === 'matched' ? match.claim : []));
  const [billed, chains] = await Promise.all([
    ports.findLines(matched),
    readChains(
      ports.claims.findClaims,
      matches
        .flatMap((match) => (match.result === 'ambiguous' ? questionable(match.claims) : []))
        .concat(matched),
    ),
  ]);
  return stored.map((one, n) => {
    const payment = payments[n];
    const match = matches[n] ?? { result: 'unmatched' };
    const own = match.result === 'matched' ? billed.get(match.claim.id) : undefined;
    const paid = own && payment ? matchLines(payment.lines, own) : [];
    return { stored: one, payment, match, lines: paid, chains };
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
  const isOther =
    outcome === undefined || outcome === 'estimate' || outcome === 'forwarded' || outcome === 'pended';
  return ['matched', isOther ? 'other' : outcome];
}
