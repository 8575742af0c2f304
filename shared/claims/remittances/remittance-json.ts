import { decimalOfCents } from '#claims/claims/claim-json.ts';
import { toJson } from '#claims/files/response-json.ts';
import { unpackJson } from '#claims/packed-json.ts';
import { isWithin, type ProviderLimit } from '#claims/provider-limit.ts';
import { replyJson, storedForm } from '#contract/claims/described-reply.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';
import { patientResponsibility } from '#x12/835/balance.ts';
import type { ClaimPayment, PaymentAdjustment, ServicePayment } from '#x12/835/model.ts';
import { adjustmentReasonText } from '#x12/codes/adjustment-reason-texts.ts';
import { claimPaymentStatus } from '#x12/codes/claim-payment.ts';
import { providerAdjustmentReason } from '#x12/codes/provider-adjustment.ts';
import { remarkText } from '#x12/codes/remark.ts';
import {
  type RemittanceClaimJson,
  type RemittanceDetailJson,
  type RemittanceJson,
  shownLine,
  shownPayment,
} from './contract.ts';
import type { LineMatch } from './match-lines.ts';
import { payeeNumbers } from './match-payment.ts';
import type { EquationFacts, StoredPayment, StoredRemittance } from './stored-remittance.ts';

/** A remittance as the API returns it: amounts are decimals, codes have their texts. */
export function remittanceSummaryJson(remittance: StoredRemittance): RemittanceJson {
  const { kind, applied, stored, digest, written_on, billing_npis, later_npis, ...facts } = remittance;
  const { claims, balance, id, state, payment, payer, payee, ...shown } = facts;
  return toJson({
    id,
    state,
    ...shown,
    payment: { ...payment, amount: decimalOfCents(payment.amount) },
    payer,
    payee,
    claim_count: claims,
    charge: decimalOfCents(shown.charge),
    paid: decimalOfCents(shown.paid),
    provider_adjustments: shown.provider_adjustments.map(({ amount, ...adjustment }) => ({
      ...adjustment,
      text: providerAdjustmentReason.entries.get(adjustment.reason)?.text,
      amount: decimalOfCents(amount),
    })),
    balance: balance && {
      ...balance,
      transaction: equationJson(balance.transaction),
      first_unbalanced: balance.first_unbalanced && equationJson(balance.first_unbalanced),
    },
    reversals: shown.reversals.map(({ net, ...reversal }) => ({ ...reversal, net: decimalOfCents(net) })),
  });
}

export const remittanceDetailJson = (
  remittance: StoredRemittance,
  payments: readonly StoredPayment[],
  nextCursor: string | null,
): RemittanceDetailJson => ({
  ...remittanceSummaryJson(remittance),
  claims: payments.flatMap((payment) => (payment.content === '' ? [] : paymentJson(payment))),
  next_cursor: nextCursor,
});

const equationJson = ({ computed, stated, difference, terms, ...equation }: EquationFacts) => ({
  ...equation,
  computed: decimalOfCents(computed),
  stated: decimalOfCents(stated),
  difference: decimalOfCents(difference),
  terms: terms.map(({ name, amount }) => ({ name, amount: decimalOfCents(amount) })),
});

/** Numbers, codes and amounts only: the claim has the names. */
export function paymentJson({ content, posting, ...stored }: StoredPayment): RemittanceClaimJson {
  const payment = unpackJson<ClaimPayment>(content);
  const { correctedInsured: corrected } = payment;
  return toJson({
    ...replyJson(shownPayment, storedForm(shownPayment, payment)),
    number: stored.number,
    status_text: claimPaymentStatus.entries.get(payment.statusCode)?.text,
    patient_responsibility: decimalOfCents(patientResponsibility(payment)),
    corrected_member_id: corrected?.idQualifier === 'C' ? corrected.id : undefined,
    adjustments: payment.adjustments.map(adjustmentJson),
    remarks: payment.remarks.map((code) => ({ code, text: remarkText(code) })),
    service_lines: payment.lines.map((line, n) => lineJson(line, posting?.lines[n])),
    match: posting?.match,
    outcome: posting?.outcome,
    held: posting?.held,
    lane: posting?.lane,
    posted_at: posting?.posted_at,
  });
}

const lineJson = (line: ServicePayment, match: LineMatch | undefined) => ({
  line: line.number,
  billed_line: match?.billed_line,
  matched_by: match?.by,
  ambiguous: match?.ambiguous,
  procedure: line.procedure.code,
  procedure_qualifier: line.procedure.qualifier,
  modifiers: line.procedure.modifiers,
  billed_procedure: line.billedProcedure?.code,
  ...replyJson(shownLine, storedForm(shownLine, line)),
  adjustments: line.adjustments.map(adjustmentJson),
  remarks: line.remarks.map(({ qualifier, value: code }) => ({
    qualifier,
    code,
    text: qualifier === 'HE' ? remarkText(code) : undefined,
  })),
});

const adjustmentJson = ({ group, reason, amount, quantity }: PaymentAdjustment) => ({
  group,
  reason,
  amount: decimalOfCents(amount),
  quantity,
  text: adjustmentReasonText(reason),
});

export const remittancesCsv: CsvColumns<RemittanceJson> = {
  name: 'remittances',
  columns: [
    ...membersOf<RemittanceJson>('id', 'state', 'received_at'),
    ['payer_id', ({ payer }) => payer.id],
    ['payer_name', ({ payer }) => payer.name],
    ['payee_id', ({ payee }) => payee.id],
    ['payment_date', ({ payment }) => payment.date],
    ['method', ({ payment }) => payment.method],
    ['trace', ({ payment }) => payment.trace],
    ['amount', ({ payment }) => payment.amount],
    ...membersOf<RemittanceJson>('claim_count', 'charge', 'paid'),
    ['balanced', ({ balance }) => balance?.balanced],
    ['provider_adjustments', ({ provider_adjustments }) => provider_adjustments.length],
    ['provider_adjusted', providerAdjusted],
    ['matched', ({ counts }) => counts.matched],
    ['unmatched', ({ counts }) => counts.unmatched],
    ['held', ({ counts }) => counts.held],
    ['denied', ({ counts }) => counts.denied],
    ['file_id', ({ file_id }) => file_id],
  ],
};

/** Sum of the provider-level adjustments: `paid` less it is `amount`. */
function providerAdjusted({ provider_adjustments }: RemittanceJson): number {
  const cents = provider_adjustments.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return cents / 100;
}

type ScopedRemittance = Pick<
  StoredRemittance,
  'payee' | 'billing_npis' | 'later_npis' | 'provider_adjustments'
>;

/**
 * Whether a remittance was paid to one of these providers, and neither its payments nor its provider-level adjustments concern
 * another one. Its sums are therefore sums of these providers.
 */
export function isRemittanceWithin(remittance: ScopedRemittance, limit: ProviderLimit): boolean {
  if (limit === undefined) return true;
  const { payee, billing_npis, later_npis = new Set<string>(), provider_adjustments } = remittance;
  const { npi, taxId } = payeeNumbers(payee);
  if (npi === undefined) return false;
  const adjusted = provider_adjustments.map(({ provider }) => provider).filter((one) => one !== taxId);
  return isWithin([npi, ...billing_npis, ...later_npis, ...adjusted], limit);
}
