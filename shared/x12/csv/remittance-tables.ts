import type {
  ClaimPayment,
  PaymentAdjustment,
  ProviderAdjustment,
  Remittance,
  ServicePayment,
} from '../835/model.ts';
import { adjustmentReasonText } from '../codes/adjustment-reason-texts.ts';
import { providerAdjustmentReason } from '../codes/provider-adjustment.ts';
import type { SetContext } from '../engine/consumer.ts';
import { amount, type Column, flag, list, number, text } from './column.ts';

/** A remittance in its envelopes. */
export interface RemittanceRow {
  readonly context: SetContext;
  readonly remittance: Remittance;
}

export interface ClaimPaymentRow extends RemittanceRow {
  readonly claim: ClaimPayment;
}

export interface ServicePaymentRow extends ClaimPaymentRow {
  readonly line: ServicePayment;
}

/** An adjustment of a line, of a claim, or of the payment to a provider (PLB). */
export interface AdjustmentRow extends RemittanceRow {
  readonly claim?: ClaimPayment;
  readonly line?: ServicePayment;
  readonly adjustment: PaymentAdjustment | ProviderAdjustment;
}

const payment: readonly Column<RemittanceRow>[] = [
  text('interchange', ({ context }) => context.interchange.controlNumber),
  text('transaction', ({ context }) => context.set.controlNumber),
  text('payer', ({ remittance }) => remittance.payer.name),
  text('payee_id', ({ remittance }) => remittance.payee.id),
  text('payment_trace', ({ remittance }) => remittance.payment.trace),
  text('payment_date', ({ remittance }) => remittance.payment.date),
];

const claimKeys: readonly Column<ClaimPaymentRow>[] = [
  ...payment,
  number('claim_number', ({ claim }) => claim.number),
  text('patient_control_number', ({ claim }) => claim.patientControlNumber),
  text('payer_control_number', ({ claim }) => claim.payerControlNumber),
];

/** One row for each claim payment (CLP). */
export const claimPaymentTable: readonly Column<ClaimPaymentRow>[] = [
  ...claimKeys,
  amount('payment_amount', ({ remittance }) => remittance.payment.amount),
  text('payment_method', ({ remittance }) => remittance.payment.method),
  text('status_code', ({ claim }) => claim.statusCode),
  amount('charge', ({ claim }) => claim.charge),
  amount('paid', ({ claim }) => claim.paid),
  amount('patient_responsibility', ({ claim }) => claim.patientResponsibility),
  text('filing_indicator', ({ claim }) => claim.filingIndicator),
  text('place_of_service', ({ claim }) => claim.facilityType),
  text('frequency', ({ claim }) => claim.frequency),
  text('patient_last_name', ({ claim }) => claim.patient?.lastName),
  text('patient_first_name', ({ claim }) => claim.patient?.firstName),
  text('patient_id', ({ claim }) => claim.patient?.id),
  text('rendering_provider_id', ({ claim }) => claim.renderingProvider?.id),
  text('statement_from', ({ claim }) => claim.statementFrom),
  text('statement_to', ({ claim }) => claim.statementTo),
  text('received', ({ claim }) => claim.received),
  list('remark_codes', ({ claim }) => claim.remarks),
  number('lines', ({ claim }) => claim.lines.length),
  flag('complete', ({ claim }) => claim.isComplete !== false),
];

/** One row for each service line (SVC). */
export const servicePaymentTable: readonly Column<ServicePaymentRow>[] = [
  ...claimKeys,
  number('line_number', ({ line }) => line.number),
  text('procedure_qualifier', ({ line }) => line.procedure.qualifier),
  text('procedure', ({ line }) => line.procedure.code),
  list('modifiers', ({ line }) => line.procedure.modifiers),
  text('revenue_code', ({ line }) => line.revenueCode),
  number('units', ({ line }) => line.units),
  amount('charge', ({ line }) => line.charge),
  amount('paid', ({ line }) => line.paid),
  text('service_from', ({ line }) => line.serviceDate),
  text('service_to', ({ line }) => line.serviceDateEnd ?? line.serviceDate),
  text('line_control_number', ({ line }) => line.lineControlNumber),
  list('remark_codes', ({ line }) => line.remarks.map(({ value }) => value)),
];

/** One row for each adjustment of a CAS or PLB. A positive amount reduces the payment. */
export const adjustmentTable: readonly Column<AdjustmentRow>[] = [
  ...payment,
  number('claim_number', ({ claim }) => claim?.number),
  text('patient_control_number', ({ claim }) => claim?.patientControlNumber),
  text('payer_control_number', ({ claim }) => claim?.payerControlNumber),
  text('level', ({ claim, line }) =>
    claim === undefined ? 'provider' : line === undefined ? 'claim' : 'line',
  ),
  number('line_number', ({ line }) => line?.number),
  text('group', ({ adjustment }) => ('group' in adjustment ? adjustment.group : undefined)),
  text('reason', ({ adjustment }) => adjustment.reason),
  text('reason_text', ({ adjustment }) => reasonText(adjustment)),
  amount('amount', ({ adjustment }) => adjustment.amount),
  number('quantity', ({ adjustment }) => ('group' in adjustment ? adjustment.quantity : undefined)),
  text('provider', ({ adjustment }) => ('group' in adjustment ? undefined : adjustment.provider)),
  text('fiscal_period', ({ adjustment }) => ('group' in adjustment ? undefined : adjustment.fiscalPeriod)),
  text('reference', ({ adjustment }) => ('group' in adjustment ? undefined : adjustment.reference)),
];

function reasonText(adjustment: AdjustmentRow['adjustment']): string | undefined {
  return 'group' in adjustment
    ? adjustmentReasonText(adjustment.reason)
    : providerAdjustmentReason.entries.get(adjustment.reason)?.text;
}
