import type { Equation } from '../835/balance.ts';
import type {
  Payment,
  PaymentAdjustment,
  ProviderAdjustment,
  ReferenceNumber,
  ServicePayment,
} from '../835/types.ts';
import { adjustmentReasonText } from '../codes/adjustment-reason-texts.ts';
import { providerAdjustmentReason } from '../codes/provider-adjustment.ts';
import { remarkText } from '../codes/remark.ts';

/**
 * Parts of a remittance as JSON, the same in every rendering. `money` renders cents: as text for the command line, as a
 * decimal for the API, unchanged for storage.
 */
type Money<M> = (cents: number) => M;

export const paymentJson = <M>({ amount, ...payment }: Payment, money: Money<M>) => ({
  amount: money(amount),
  method: payment.method,
  handling: payment.handling,
  direction: payment.direction,
  date: payment.date,
  trace: payment.trace,
  originator: payment.originator,
});

export const equationJson = <M>(equation: Equation, money: Money<M>) => ({
  level: equation.level,
  rule: equation.rule,
  terms: equation.terms.map(({ name, amount }) => ({ name, amount: money(amount) })),
  computed: money(equation.computed),
  stated: money(equation.stated),
  difference: money(equation.difference),
  claim: equation.claim,
  line: equation.line,
});

export const providerAdjustmentJson = <M>(adjustment: ProviderAdjustment, money: Money<M>) => ({
  provider: adjustment.provider,
  fiscal_period: adjustment.fiscalPeriod,
  reason: adjustment.reason,
  reference: adjustment.reference,
  amount: money(adjustment.amount),
  text: providerAdjustmentReason.entries.get(adjustment.reason)?.text,
});

export const servicePaymentJson = <M>(line: ServicePayment, money: Money<M>) => ({
  procedure: line.procedure.code,
  procedure_qualifier: line.procedure.qualifier,
  modifiers: [...line.procedure.modifiers],
  charge: money(line.charge),
  paid: money(line.paid),
  units: line.unitsPaid,
  revenue_code: line.revenueCode,
  service_date: line.serviceFrom,
  service_date_end: line.serviceTo === line.serviceFrom ? undefined : line.serviceTo,
  line_control_number: line.lineControlNumber,
});

export const adjustmentJson = <M>(adjustment: PaymentAdjustment, money: Money<M>) => ({
  group: adjustment.group,
  reason: adjustment.reason,
  amount: money(adjustment.amount),
  quantity: adjustment.quantity,
  text: adjustmentReasonText(adjustment.reason),
});

export const remarkJson = (code: string) => ({ code, text: remarkText(code) });

/** A remark of a service line. Only qualifier HE has texts. */
export const serviceRemarkJson = ({ qualifier, value: code }: ReferenceNumber) => ({
  qualifier,
  code,
  text: qualifier === 'HE' ? remarkText(code) : undefined,
});
