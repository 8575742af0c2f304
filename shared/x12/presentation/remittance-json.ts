import type { Equation } from '../835/balance.ts';
import { forwardBalances } from '../835/forward-balances.ts';
import type { RemittanceBalance, RemittanceSummary } from '../835/remittance-set.ts';
import type { ReversalPair } from '../835/reversal.ts';
import type {
  ClaimPayment,
  PaymentAdjustment,
  PaymentParty,
  ProviderAdjustment,
  QualifiedAmount,
  ReferenceNumber,
  Remittance,
  RemittanceAddress,
  RemittancePayee,
  ServicePayment,
} from '../835/types.ts';
import { adjustmentReasonText } from '../codes/adjustment-reason-texts.ts';
import { adjustmentGroup } from '../codes/claim-payment.ts';
import { providerAdjustmentReason } from '../codes/provider-adjustment.ts';
import { remarkText } from '../codes/remark.ts';
import { formatCents } from '../values/money.ts';
import { type Json, membersOf } from './members.ts';

const address = membersOf<RemittanceAddress>('lines', 'city', 'state', 'postalCode', 'country');
const partyMembers = membersOf<PaymentParty>(
  ...(['lastName', 'firstName', 'middleName', 'suffix', 'idQualifier', 'id'] as const),
);
const party = (one: PaymentParty | undefined): Json | undefined => one && partyMembers(one);
const claimCodes = membersOf<ClaimPayment>('filingIndicator', 'facilityType', 'frequency', 'drg');
const claimDates = membersOf<ClaimPayment>('statementFrom', 'statementTo', 'coverageExpiration', 'received');

/** Returns cents as a decimal string with two places. */
export function moneyText(cents: number | undefined): string | undefined {
  return cents === undefined ? undefined : formatCents(cents);
}

/** Header, payer and payee, known before the first claim. */
export function remittanceHeaderJson(remittance: Remittance): Json {
  const { payment, payer, payee } = remittance;
  const { amount, method, handling, direction, date = null, trace, originator } = payment;
  return {
    payment: { amount: formatCents(amount), method, handling, direction, date, trace, originator },
    payer: { ...organization(payer), contacts: payer.contacts },
    payee: organization(payee),
    production_date: remittance.productionDate,
    currency: remittance.currency,
  };
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

export function claimPaymentJson(claim: ClaimPayment): Json {
  return {
    patient_control_number: claim.patientControlNumber,
    status_code: claim.statusCode,
    charge: formatCents(claim.charge),
    paid: formatCents(claim.paid),
    patient_responsibility: moneyText(claim.patientResponsibility) ?? null,
    payer_control_number: claim.payerControlNumber,
    header: claim.header?.assigned,
    ...claimCodes(claim),
    patient: party(claim.patient),
    insured: party(claim.insured),
    corrected_insured: party(claim.correctedInsured),
    rendering_provider: party(claim.renderingProvider),
    crossover_carrier: party(claim.crossoverCarrier),
    corrected_priority_payer: party(claim.correctedPriorityPayer),
    other_subscriber: party(claim.otherSubscriber),
    ...claimDates(claim),
    adjustments: claim.adjustments.map(adjustment),
    remark_codes: claim.remarks.map((code) => ({ code, text: remarkText(code) })),
    references: claim.references,
    amounts: claim.amounts.map(qualifiedAmount),
    quantities: claim.quantities,
    service_lines: claim.lines.map(lineJson),
    complete: claim.isComplete,
    position: claim.position,
  };
}

function lineJson(line: ServicePayment): Json {
  return {
    procedure: line.procedure.code,
    procedure_qualifier: line.procedure.qualifier,
    modifiers: line.procedure.modifiers,
    charge: formatCents(line.charge),
    paid: formatCents(line.paid),
    units: line.unitsPaid,
    revenue_code: line.revenueCode,
    service_date: line.serviceFrom,
    service_date_end: line.serviceTo === line.serviceFrom ? undefined : line.serviceTo,
    line_control_number: line.lineControlNumber,
    billed_procedure: line.billedProcedure && { ...line.billedProcedure },
    billed_units: line.billedUnits,
    adjustments: line.adjustments.map(adjustment),
    remark_codes: line.remarks.map(lineRemark),
    references: line.references,
    amounts: line.amounts.map(qualifiedAmount),
    quantities: line.quantities,
    position: line.position,
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

const qualifiedAmount = ({ qualifier, amount }: QualifiedAmount): Json => ({
  qualifier,
  amount: formatCents(amount),
});

function organization({ name, idQualifier, id, references, ...party }: RemittancePayee): Json {
  return { name, id_qualifier: idQualifier, id, address: address(party.address), references };
}
