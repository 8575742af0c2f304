import type { Equation } from '#x12/835/balance.ts';
import type { RemittanceBalance, RemittanceSummary } from '#x12/835/remittance-set.ts';
import type { ReversalPair } from '#x12/835/reversal.ts';
import type { ClaimPayment, ProviderAdjustment, Remittance } from '#x12/835/types.ts';
import type { PackedContent } from '../../claim/claim-content.ts';
import type { ClaimLane } from '../../claim/lifecycle.ts';
import type { StoredResponse } from '../engine/stored-response.ts';
import type { LineMatch } from './match-lines.ts';
import type { PaymentOutcome } from './payment-outcome.ts';

/**
 * A stored remittance: one ST of an 835. It is `reading` while its payments are stored, `applying` while they are posted
 * to claims. Amounts are integer cents.
 */
export interface StoredRemittance extends StoredResponse {
  readonly kind: '835';
  /** ISA06, ISA13, GS06 and ST02. */
  readonly sender: string;
  readonly interchange_control_number: string;
  readonly group_control_number: string;
  readonly set_control_number: string;
  /** Payments that are stored beside it. */
  readonly stored: number;
  readonly payment: PaymentFacts;
  readonly payer: PartyFacts;
  readonly payee: PartyFacts & { readonly tax_id?: string | undefined };
  readonly production_date?: string | undefined;
  readonly currency?: string | undefined;
  readonly claims: number;
  readonly charge: number;
  readonly paid: number;
  readonly provider_adjustments: readonly ProviderAdjustmentFacts[];
  readonly balance?: BalanceFacts;
  readonly reversals: readonly ReversalFacts[];
  readonly counts: PostingCounts;
  readonly digest: string;
}

/** BPR and TRN, without bank accounts. */
export interface PaymentFacts {
  readonly amount: number;
  readonly method: string;
  readonly handling: string;
  readonly direction: string;
  readonly date?: string | undefined;
  readonly trace: string;
  readonly originator: string;
}

export interface PartyFacts {
  readonly name: string;
  readonly id_qualifier?: string | undefined;
  readonly id?: string | undefined;
}

export interface ProviderAdjustmentFacts {
  readonly provider: string;
  readonly fiscal_period?: string | undefined;
  readonly reason: string;
  readonly reference?: string | undefined;
  readonly amount: number;
}

/** Whether lines, claims and transaction balance, and the first equation that does not. */
export interface BalanceFacts {
  readonly balanced: boolean;
  readonly unbalanced_lines: number;
  readonly unbalanced_claims: number;
  readonly transaction: EquationFacts;
  readonly first_unbalanced?: EquationFacts | undefined;
}

export interface EquationFacts {
  readonly level: Equation['level'];
  readonly rule: string;
  readonly computed: number;
  readonly stated: number;
  readonly difference: number;
  readonly claim?: number | undefined;
  readonly line?: number | undefined;
  readonly terms: readonly { readonly name: string; readonly amount: number }[];
}

/** A reversal with its original and its correction in the same remittance, by number of the claim in the set. */
export interface ReversalFacts {
  readonly reversal: number;
  readonly original?: number | undefined;
  readonly correction?: number | undefined;
  readonly negates?: boolean | undefined;
  readonly net: number;
}

/** Payments of a remittance by match and outcome. */
export interface PostingCounts {
  readonly matched: number;
  readonly unmatched: number;
  readonly ambiguous: number;
  /** Not posted because they do not balance. */
  readonly held: number;
  readonly paid: number;
  readonly denied: number;
  readonly underpaid: number;
  readonly reversed: number;
  /** Estimates, and claims forwarded to another payer. */
  readonly other: number;
}

export const noPostings: PostingCounts = {
  matched: 0,
  unmatched: 0,
  ambiguous: 0,
  held: 0,
  paid: 0,
  denied: 0,
  underpaid: 0,
  reversed: 0,
  other: 0,
};

/** A claim of a remittance as it is stored. */
export interface StoredPayment {
  readonly remittance_id: string;
  /** Counted from 1 in the remittance. */
  readonly number: number;
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

/** A payment whose claim is not stored yet. */
export interface UnmatchedPayment {
  readonly patient_control_number: string;
  readonly remittance_id: string;
  readonly number: number;
  /** Billing provider that was paid, see {@link billingProviderId}. */
  readonly provider?: string;
}

/** The match and outcome of a payment. */
export interface Posting {
  readonly match: PaymentMatchFacts;
  readonly outcome?: PaymentOutcome;
  /** Why it was not posted. */
  readonly held?: 'claim_unbalanced' | 'transaction_unbalanced';
  readonly lines: readonly LineMatch[];
  readonly lane?: ClaimLane;
  readonly posted_at?: string;
}

export type PaymentMatchFacts =
  | {
      readonly result: 'matched';
      readonly claim_id: string;
      /** CLP01, or CLP07. */
      readonly by: 'patient_control_number' | 'payer_control_number';
      /** Facts that distinguished claims with the same number. */
      readonly narrowed_by: readonly string[];
      readonly differs_in: readonly string[];
    }
  | { readonly result: 'ambiguous'; readonly claim_ids: readonly string[] }
  | { readonly result: 'unmatched' };

export function remittanceFacts(
  remittance: Remittance,
): Pick<StoredRemittance, 'payment' | 'payer' | 'payee' | 'production_date' | 'currency'> {
  const { payment, payer, payee } = remittance;
  return {
    payment: {
      amount: payment.amount,
      method: payment.method,
      handling: payment.handling,
      direction: payment.direction,
      date: payment.date,
      trace: payment.trace,
      originator: payment.originator,
    },
    payer: { name: payer.name, id_qualifier: payer.idQualifier, id: payerId(remittance) },
    payee: {
      name: payee.name,
      id_qualifier: payee.idQualifier,
      id: payee.id,
      tax_id:
        payee.idQualifier === 'FI'
          ? payee.id
          : payee.references.find(({ qualifier }) => qualifier === 'TJ')?.value,
    },
    production_date: remittance.productionDate,
    currency: remittance.currency,
  };
}

/** N104, else REF*2U, else TRN03. */
const payerId = ({ payer, payment }: Remittance): string =>
  payer.id ?? payer.references.find(({ qualifier }) => qualifier === '2U')?.value ?? payment.originator;

/** More of them are only in the sums and in the archived file. */
const maxKept = 200;

export function summaryFacts(
  summary: RemittanceSummary,
): Pick<StoredRemittance, 'claims' | 'charge' | 'paid' | 'provider_adjustments' | 'balance' | 'reversals'> {
  return {
    claims: summary.claims,
    charge: summary.charge,
    paid: summary.paid,
    provider_adjustments: summary.providerAdjustments.slice(0, maxKept).map(adjustmentFacts),
    balance: balanceFacts(summary.balance),
    reversals: summary.reversals.slice(0, maxKept).map(reversalFacts),
  };
}

const adjustmentFacts = (adjustment: ProviderAdjustment): ProviderAdjustmentFacts => ({
  provider: adjustment.provider,
  fiscal_period: adjustment.fiscalPeriod,
  reason: adjustment.reason,
  reference: adjustment.reference,
  amount: adjustment.amount,
});

const balanceFacts = (balance: RemittanceBalance): BalanceFacts => ({
  balanced: balance.balanced,
  unbalanced_lines: balance.unbalancedLines,
  unbalanced_claims: balance.unbalancedClaims,
  transaction: equationFacts(balance.transaction),
  first_unbalanced: balance.firstUnbalanced && equationFacts(balance.firstUnbalanced),
});

const maxTerms = 50;

const equationFacts = (equation: Equation): EquationFacts => ({
  level: equation.level,
  rule: equation.rule,
  computed: equation.computed,
  stated: equation.stated,
  difference: equation.difference,
  claim: equation.claim,
  line: equation.line,
  terms: equation.terms.slice(0, maxTerms),
});

const reversalFacts = ({ reversal, original, correction, negates, net }: ReversalPair): ReversalFacts => ({
  reversal: reversal.number,
  original: original?.number,
  correction: correction?.number,
  negates,
  net,
});

export type StoredClaimPayment = Omit<ClaimPayment, 'position'>;
