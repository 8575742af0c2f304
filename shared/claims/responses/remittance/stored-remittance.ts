import type { Equation } from '#x12/835/balance.ts';
import type { RemittanceBalance, RemittanceSummary } from '#x12/835/remittance-set.ts';
import type { ReversalPair } from '#x12/835/reversal.ts';
import type { ClaimPayment, ProviderAdjustment, Remittance } from '#x12/835/types.ts';
import type { PackedContent } from '../../claim/claim-content.ts';
import type { ClaimLane } from '../../claim/lifecycle.ts';
import type { StoredResponse } from '../engine/answer-run.ts';
import type { LineMatch } from './match-lines.ts';
import type { PaymentOutcome } from './payment-outcome.ts';

/**
 * A stored remittance: one ST of an 835. It is `reading` while its claims are stored, `applying` once it is known
 * whether it balances, while they are posted to the claims. Amounts are integer cents.
 */
export interface StoredRemittance extends StoredResponse {
  readonly kind: '835';
  readonly file_id: string;
  readonly received_at: string;
  /** ISA06, ISA13, GS06 and ST02. */
  readonly sender: string;
  readonly interchange_control_number: string;
  readonly group_control_number: string;
  readonly set_control_number: string;
  /** How many of its claims are stored beside it. */
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
  /** Of all its claims: tells a repetition from another remittance with the same numbers. */
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

/** Whether the three sums of the 835 hold (x12/835.md section 4), and the first that does not. */
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

/** A reversal of this remittance, and what belongs to it in the same; by number of the claim in the set. */
export interface ReversalFacts {
  readonly reversal: number;
  readonly original?: number | undefined;
  readonly correction?: number | undefined;
  readonly negates?: boolean | undefined;
  readonly net: number;
}

/** Claims of a remittance by what became of them. */
export interface PostingCounts {
  readonly matched: number;
  readonly unmatched: number;
  readonly ambiguous: number;
  /** Not posted, because sums do not hold. */
  readonly held: number;
  readonly paid: number;
  readonly denied: number;
  readonly underpaid: number;
  readonly reversed: number;
  /** Estimates, and claims that were forwarded to another payer. */
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

/** A claim of a remittance as it is stored: what it is found by, and the whole packed. */
export interface StoredPayment {
  readonly remittance_id: string;
  /** Counted from 1 in the remittance. */
  readonly number: number;
  readonly patient_control_number: string;
  readonly payer_control_number: string;
  readonly status_code: string;
  readonly charge: number;
  readonly paid: number;
  /** {@link ClaimPayment}, see {@link unpackJson}. */
  readonly content: PackedContent;
  /** Absent until it is posted. */
  readonly posting?: Posting;
}

/** What became of a claim of a remittance. */
export interface Posting {
  readonly match: PaymentMatchFacts;
  readonly outcome?: PaymentOutcome;
  /** Why nothing was posted. */
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
      /** Facts that told claims of one number apart. */
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

/** N104, else REF*2U, else what the payer's bank knows it by. */
const payerId = ({ payer, payment }: Remittance): string =>
  payer.id ?? payer.references.find(({ qualifier }) => qualifier === '2U')?.value ?? payment.originator;

/** More of them are counted in the sums, and are in the archived file. */
const mostKept = 200;

export function summaryFacts(
  summary: RemittanceSummary,
): Pick<StoredRemittance, 'claims' | 'charge' | 'paid' | 'provider_adjustments' | 'balance' | 'reversals'> {
  return {
    claims: summary.claims,
    charge: summary.charge,
    paid: summary.paid,
    provider_adjustments: summary.providerAdjustments.slice(0, mostKept).map(adjustmentFacts),
    balance: balanceFacts(summary.balance),
    reversals: summary.reversals.slice(0, mostKept).map(reversalFacts),
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

const mostTerms = 50;

const equationFacts = (equation: Equation): EquationFacts => ({
  level: equation.level,
  rule: equation.rule,
  computed: equation.computed,
  stated: equation.stated,
  difference: equation.difference,
  claim: equation.claim,
  line: equation.line,
  terms: equation.terms.slice(0, mostTerms),
});

const reversalFacts = ({ reversal, original, correction, negates, net }: ReversalPair): ReversalFacts => ({
  reversal: reversal.number,
  original: original?.number,
  correction: correction?.number,
  negates,
  net,
});

export type StoredClaimPayment = Omit<ClaimPayment, 'position'>;
