import type {
  RemittanceClaimJson,
  RemittanceDetailJson,
  RemittanceJson,
} from '#contract/claims/responses/remittance-records.ts';
import type { ClaimPayment, PaymentAdjustment, ServicePayment } from '#x12/835/types.ts';
import { adjustmentReasonText } from '#x12/codes/adjustment-reason.ts';
import { claimPaymentStatus } from '#x12/codes/claim-payment.ts';
import { providerAdjustmentReason } from '#x12/codes/provider-adjustment.ts';
import { remarkText } from '#x12/codes/remark.ts';
import { unpackJson } from '../../claim/claim-content.ts';
import { type Defined, defined } from '../engine/defined.ts';
import type { LineMatch } from './match-lines.ts';
import { patientResponsibility } from './payment-outcome.ts';
import type { EquationFacts, StoredPayment, StoredRemittance } from './stored-remittance.ts';

const decimal = (cents: number) => cents / 100;

/** A remittance as the API shows it: amounts as decimals, codes with their texts. */
export function remittanceSummaryJson(record: StoredRemittance): RemittanceJson {
  const { kind, applied, stored, digest, claims, payment, payer, payee, balance, ...shown } = record;
  const { id, state, ...rest } = shown;
  return defined({
    id,
    state,
    ...rest,
    payment: defined({ ...payment, amount: decimal(payment.amount) }),
    payer: defined({ ...payer }),
    payee: defined({ ...payee }),
    claim_count: claims,
    charge: decimal(record.charge),
    paid: decimal(record.paid),
    provider_adjustments: record.provider_adjustments.map(({ amount, ...adjustment }) =>
      defined({
        ...adjustment,
        text: providerAdjustmentReason.entries.get(adjustment.reason)?.text,
        amount: decimal(amount),
      }),
    ),
    balance:
      balance &&
      defined({
        ...balance,
        transaction: equationJson(balance.transaction),
        first_unbalanced: balance.first_unbalanced && equationJson(balance.first_unbalanced),
      }),
    reversals: record.reversals.map(({ net, ...reversal }) => defined({ ...reversal, net: decimal(net) })),
  });
}

/** With some of its claims. */
export const remittanceDetailJson = (
  record: StoredRemittance,
  payments: readonly StoredPayment[],
  nextCursor: string | null,
): RemittanceDetailJson => ({
  ...remittanceSummaryJson(record),
  claims: payments.flatMap((payment) => (payment.content === '' ? [] : paymentJson(payment))),
  next_cursor: nextCursor,
});

const equationJson = ({ computed, stated, difference, terms, ...equation }: EquationFacts) =>
  defined({
    ...equation,
    computed: decimal(computed),
    stated: decimal(stated),
    difference: decimal(difference),
    terms: terms.map(({ name, amount }) => ({ name, amount: decimal(amount) })),
  });

/** Who was treated is told by the claim; here stand numbers, codes and amounts. */
function paymentJson(stored: StoredPayment): RemittanceClaimJson {
  const payment = unpackJson<ClaimPayment>(stored.content);
  const { posting } = stored;
  const { correctedInsured: corrected } = payment;
  return defined({
    number: stored.number,
    patient_control_number: stored.patient_control_number,
    payer_control_number: stored.payer_control_number,
    status_code: payment.statusCode,
    status_text: claimPaymentStatus.entries.get(payment.statusCode)?.text,
    charge: decimal(payment.charge),
    paid: decimal(payment.paid),
    patient_responsibility: decimal(patientResponsibility(payment)),
    filing_indicator: payment.filingIndicator,
    frequency: payment.frequency,
    service_from: payment.statementFrom,
    service_to: payment.statementTo,
    corrected_member_id: corrected?.idQualifier === 'C' ? corrected.id : undefined,
    adjustments: payment.adjustments.map(adjustmentJson),
    remarks: payment.remarks.map((code) => defined({ code, text: remarkText(code) })),
    service_lines: payment.lines.map((line, n) => lineJson(line, posting?.lines[n])),
    match: posting && matchJson(posting.match),
    outcome: posting?.outcome,
    held: posting?.held,
    lane: posting?.lane,
    posted_at: posting?.posted_at,
  });
}

function matchJson(match: NonNullable<StoredPayment['posting']>['match']): RemittanceClaimJson['match'] {
  switch (match.result) {
    case 'matched':
      return { ...match, narrowed_by: [...match.narrowed_by], differs_in: [...match.differs_in] };
    case 'ambiguous':
      return { ...match, claim_ids: [...match.claim_ids] };
    case 'unmatched':
      return match;
  }
}

const lineJson = (line: ServicePayment, match: LineMatch | undefined) =>
  defined({
    line: line.number,
    billed_line: match?.billed_line,
    matched_by: match?.by,
    ambiguous: match?.ambiguous && [...match.ambiguous],
    procedure: line.procedure.code,
    procedure_qualifier: line.procedure.qualifier,
    modifiers: [...line.procedure.modifiers],
    billed_procedure: line.billedProcedure?.code,
    charge: decimal(line.charge),
    paid: decimal(line.paid),
    units: line.unitsPaid,
    revenue_code: line.revenueCode,
    service_date: line.serviceFrom,
    service_date_end: line.serviceTo === line.serviceFrom ? undefined : line.serviceTo,
    line_control_number: line.lineControlNumber,
    adjustments: line.adjustments.map(adjustmentJson),
    remarks: line.remarks.map(({ qualifier, value: code }) =>
      defined({ qualifier, code, text: qualifier === 'HE' ? remarkText(code) : undefined }),
    ),
  });

type AdjustmentJson = RemittanceClaimJson['adjustments'][number];

const adjustmentJson = ({ group, reason, amount, quantity }: PaymentAdjustment): Defined<AdjustmentJson> =>
  defined({ group, reason, amount: decimal(amount), quantity, text: adjustmentReasonText(reason) });
