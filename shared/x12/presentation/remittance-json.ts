import type { Equation } from '../835/balance.ts';
import { forwardBalances } from '../835/forward-balances.ts';
import {
  type ClaimPayment,
  claimPayment,
  line,
  type PaymentAdjustment,
  type ProviderAdjustment,
  type ReferenceNumber,
  remittance,
  type ServicePayment,
} from '../835/model.ts';
import type { RemittanceBalance, RemittanceSummary } from '../835/remittance-set.ts';
import type { ReversalPair } from '../835/reversal.ts';
import { adjustmentReasonText } from '../codes/adjustment-reason-texts.ts';
import { adjustmentGroup } from '../codes/claim-payment.ts';
import { providerAdjustmentReason } from '../codes/provider-adjustment.ts';
import { remarkText } from '../codes/remark.ts';
import { formatCents } from '../values/money.ts';
import { type Json, jsonOf } from './members.ts';

/** Header, payer and payee, known before the first claim. */
export const remittanceHeaderJson = jsonOf(remittance);

const [paymentJson, servicePaymentJson] = [jsonOf(claimPayment), jsonOf(line)];

/** Returns cents as a decimal string with two places. */
export function moneyText(cents: number | undefined): string | undefined {
  return cents === undefined ? undefined : formatCents(cents);
}

/** Adjustments, balance, reversals and totals, known after the last claim. */
export function remittanceClosingJson(summary: RemittanceSummary): Json {
  const { providerAdjustments, balance, reversals } = summary;
  const { carriedForward, applied, recovered, deferred } = forwardBalances(providerAdjustments);
  return {
    provider_adjustments: providerAdjustments.map(providerAdjustment),
    balanced: balance.balanced,
    balance: balanceJson(balance),
    forward_balance: {
      carried_forward: carriedForward.map(providerAdjustment),
      brought_in: applied.map(providerAdjustment),
      recovered: recovered.map(providerAdjustment),
      deferred: deferred.map(providerAdjustment),
    },
    reversals: reversals.map(reversalJson),
    totals: {
      claims: summary.claims,
      charge: formatCents(summary.charge),
      paid: formatCents(summary.paid),
      complete: summary.isComplete,
    },
  };
}

/** Codes have their texts. */
export function claimPaymentJson(claim: ClaimPayment): Json {
  const { lines: _, ...content } = paymentJson(claim);
  return {
    number: claim.number,
    ...content,
    header: claim.header?.assigned,
    adjustments: claim.adjustments.map(adjustment),
    remarks: claim.remarks.map((code) => ({ code, text: remarkText(code) })),
    service_lines: claim.lines.map(lineJson),
    complete: claim.isComplete,
    position: claim.position,
  };
}

function lineJson(one: ServicePayment): Json {
  const { procedure: _, ...content } = servicePaymentJson(one);
  return {
    procedure: one.procedure.code,
    procedure_qualifier: one.procedure.qualifier,
    modifiers: one.procedure.modifiers,
    ...content,
    adjustments: one.adjustments.map(adjustment),
    remarks: one.remarks.map(lineRemark),
    position: one.position,
  };
}

/** Only qualifier HE has texts. */
const lineRemark = ({ qualifier, value: code }: ReferenceNumber): Json => ({
  qualifier,
  code,
  text: qualifier === 'HE' ? remarkText(code) : undefined,
});

const adjustment = ({ group, reason, amount, quantity }: PaymentAdjustment): Json => ({
  ...{ group, reason, amount: formatCents(amount), quantity },
  text: adjustmentReasonText(reason),
  group_text: adjustmentGroup.entries.get(group)?.text,
});

const providerAdjustment = (one: ProviderAdjustment): Json => ({
  provider: one.provider,
  fiscal_period: one.fiscalPeriod,
  reason: one.reason,
  reference: one.reference,
  amount: formatCents(one.amount),
  text: providerAdjustmentReason.entries.get(one.reason)?.text,
});

function balanceJson({ firstUnbalanced, transaction, ...counts }: RemittanceBalance): Json {
  return {
    unbalanced_lines: counts.unbalancedLines,
    unbalanced_claims: counts.unbalancedClaims,
    transaction: equation(transaction),
    first_unbalanced: firstUnbalanced && equation(firstUnbalanced),
  };
}

function equation({ level, rule, terms, claim, line, ...one }: Equation): Json {
  return {
    level,
    rule,
    terms: terms.map(({ name, amount }) => ({ name, amount: formatCents(amount) })),
    computed: formatCents(one.computed),
    stated: formatCents(one.stated),
    difference: formatCents(one.difference),
    claim,
    line,
    balanced: one.balanced,
    patient_control_number: one.patientControlNumber,
    position: one.position,
  };
}

function reversalJson({ reversal, original, correction, negates, net }: ReversalPair): Json {
  return {
    patient_control_number: reversal.patientControlNumber,
    payer_control_number: reversal.payerControlNumber,
    claim: reversal.number,
    paid: formatCents(reversal.paid),
    original: original && { claim: original.number, paid: formatCents(original.paid) },
    correction: correction && {
      claim: correction.number,
      payer_control_number: correction.payerControlNumber,
      paid: formatCents(correction.paid),
    },
    negates,
    net: formatCents(net),
  };
}
