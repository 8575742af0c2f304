import type * as z from 'zod';
import type { ClaimLane } from '#claims/claims/lifecycle.ts';
import type { StoredResponse } from '#claims/files/claim-lookup.ts';
import type { failedCriterion } from '#claims/files/response-fields.ts';
import type { PackedContent } from '#claims/packed-json.ts';
import type { Equation } from '#x12/835/balance.ts';
import type { ClaimPayment, ProviderAdjustment, Remittance } from '#x12/835/model.ts';
import type { RemittanceSummary } from '#x12/835/remittance-set.ts';
import type { ReversalPair } from '#x12/835/reversal.ts';
import type { PaymentOutcome } from './judge.ts';
import type { LineMatch } from './match-lines.ts';

/**
 * A stored remittance: one ST of an 835. It is `reading` while its payments are stored, `applying` while they are posted
 * to claims. Amounts are integer cents.
 */
export interface StoredRemittance
  extends StoredResponse,
    ReturnType<typeof remittanceFacts>,
    Omit<ReturnType<typeof summaryFacts>, 'balance'> {
  readonly kind: '835';
  /** ISA06, ISA13, GS06 and ST02. */
  readonly sender: string;
  readonly interchange_control_number: string;
  readonly group_control_number: string;
  readonly set_control_number: string;
  /** GS04. */
  readonly written_on: string;
  /** An earlier one with the same number (TRN02) and other content. */
  readonly same_numbers_as?: string;
  /** Its payments are known under another number, or in other words under this one: a person decides whether they count. */
  readonly possible_reissue?: true;
  /** Payments that are stored beside it. */
  readonly stored: number;
  readonly balance?: ReturnType<typeof summaryFacts>['balance'];
  readonly counts: PostingCounts;
  readonly digest: string;
  /** NPIs of the claims that its payments match. */
  readonly billing_npis: readonly string[];
  /** NPIs of claims to which payments were posted after the others. */
  readonly later_npis?: ReadonlySet<string>;
}

export const noPostings = {
  matched: 0,
  unmatched: 0,
  ambiguous: 0,
  // Not posted because they do not balance.
  held: 0,
  paid: 0,
  denied: 0,
  underpaid: 0,
  reversed: 0,
  // Estimates, and claims forwarded to another payer.
  other: 0,
};

/** Payments of a remittance by match and outcome. */
export type PostingCounts = Readonly<typeof noPostings>;

export interface StoredPayment {
  readonly remittance_id: string;
  /** Counted from 1 in the remittance. */
  readonly number: number;
  /** Identifies it by its content, so that it adds nothing in another file; see {@link contentKeys}. */
  readonly key: string;
  readonly patient_control_number: string;
  readonly payer_control_number: string;
  readonly status_code: string;
  readonly charge: number;
  readonly paid: number;
  /** The {@link ClaimPayment}, see {@link unpackJson}; empty if it is too long to be stored. */
  readonly content: PackedContent;
  /** Absent until it is posted. */
  readonly posting?: Posting;
}

/** A payment that waits for its claim under one of its numbers. */
export interface UnmatchedPayment {
  /** CLP01, or CLP07 if `by` is that. */
  readonly patient_control_number: string;
  readonly by?: 'payer_control_number';
  readonly remittance_id: string;
  readonly number: number;
  /** Billing provider that was paid, see {@link billingProviderId}. */
  readonly provider?: string;
}

export interface Posting {
  readonly match: PaymentMatchFacts;
  readonly outcome?: PaymentOutcome;
  /** Why it was not posted. */
  readonly held?: 'claim_unbalanced' | 'transaction_unbalanced' | 'possible_reissue';
  readonly lines: readonly LineMatch[];
  readonly lane?: ClaimLane;
  readonly posted_at?: string;
  /** NPIs of the claims that the match names. */
  readonly billing_npis?: readonly string[];
}

export type PaymentMatchFacts =
  | {
      readonly result: 'matched';
      readonly claim_id: string;
      /** CLP01, CLP07, or a person. */
      readonly by: 'patient_control_number' | 'payer_control_number' | 'hand';
      /** Facts that distinguished claims with the same number. */
      readonly narrowed_by: readonly string[];
      readonly differs_in: readonly string[];
    }
  | { readonly result: 'ambiguous'; readonly claim_ids: readonly string[] }
  | { readonly result: 'unmatched'; readonly failed?: readonly z.output<typeof failedCriterion>[] };

/** Payment, payer and payee of a remittance, without bank accounts. */
export function remittanceFacts(remittance: Remittance) {
  const { payment, payer, payee } = remittance;
  const { amount, method, handling, direction, date, trace, originator } = payment;
  const taxReference = payee.references.find(({ qualifier }) => qualifier === 'TJ');
  return {
    payment: { amount, method, handling, direction, date, trace, originator },
    payer: { name: payer.name, id_qualifier: payer.idQualifier, id: payerId(remittance) },
    payee: {
      name: payee.name,
      id_qualifier: payee.idQualifier,
      id: payee.id,
      tax_id: payee.idQualifier === 'FI' ? payee.id : taxReference?.value,
    },
    production_date: remittance.productionDate,
    currency: remittance.currency,
  };
}

/** N104, else REF*2U, else TRN03. */
const payerId = ({ payer, payment }: Remittance): string =>
  payer.id ?? payer.references.find(({ qualifier }) => qualifier === '2U')?.value ?? payment.originator;

/** Further adjustments and reversals are only in the sums and in the archived file. */
const maxKept = 200;

/** Sums of a remittance, and whether its lines, claims and transaction balance. Known at its end. */
export const summaryFacts = ({
  claims,
  charge,
  paid,
  providerAdjustments,
  balance,
  reversals,
}: RemittanceSummary) => ({
  claims,
  charge,
  paid,
  provider_adjustments: providerAdjustments.slice(0, maxKept).map(adjustmentFacts),
  balance: {
    balanced: balance.balanced,
    unbalanced_lines: balance.unbalancedLines,
    unbalanced_claims: balance.unbalancedClaims,
    transaction: equationFacts(balance.transaction),
    first_unbalanced: balance.firstUnbalanced && equationFacts(balance.firstUnbalanced),
  },
  reversals: reversals.slice(0, maxKept).map(reversalFacts),
});

const adjustmentFacts = ({ provider, fiscalPeriod, reason, reference, amount }: ProviderAdjustment) => ({
  provider,
  fiscal_period: fiscalPeriod,
  reason,
  reference,
  amount,
});

const maxTerms = 50;

/** An equation of the balance that holds or does not; claim and line by number. */
export type EquationFacts = ReturnType<typeof equationFacts>;

const equationFacts = ({ level, rule, computed, stated, difference, claim, line, terms }: Equation) => {
  const numbers = { computed, stated, difference, claim, line };
  return { level, rule, ...numbers, terms: terms.slice(0, maxTerms) };
};

/** A reversal with its original and its correction in the same remittance, by number of the claim in the set. */
const reversalFacts = ({ reversal, original, correction, negates, net }: ReversalPair) => ({
  reversal: reversal.number,
  original: original?.number,
  correction: correction?.number,
  negates,
  net,
});

export type StoredClaimPayment = Omit<ClaimPayment, 'position'>;
