import type { Equation } from '../835/balance.ts';
import { forwardBalances } from '../835/forward-balances.ts';
import type { RemittanceBalance, RemittanceSummary } from '../835/remittance-set.ts';
import type { ReversalPair } from '../835/reversal.ts';
import type {
  ClaimPayment,
  PaidProcedure,
  PaymentAdjustment,
  PaymentParty,
  ProviderAdjustment,
  QualifiedAmount,
  Remittance,
  RemittanceAddress,
  RemittancePayee,
  ServicePayment,
} from '../835/types.ts';
import { adjustmentReasonText } from '../codes/adjustment-reason.ts';
import { adjustmentGroup } from '../codes/claim-payment.ts';
import { providerAdjustmentReason } from '../codes/provider-adjustment.ts';
import { remarkText } from '../codes/remark.ts';
import { formatCents } from '../values/money.ts';

type Json = Readonly<Record<string, unknown>>;

/** Money as a decimal string with two places; undefined stays undefined. */
export function moneyText(cents: number | undefined): string | undefined {
  return cents === undefined ? undefined : formatCents(cents);
}

/** What is known before the first claim. */
export function remittanceHeaderJson({ payment, payer, payee, productionDate, currency }: Remittance): Json {
  return {
    payment: {
      amount: moneyText(payment.amount),
      method: payment.method,
      trace: payment.trace,
      date: payment.date ?? null,
      handling: payment.handling,
      direction: payment.direction,
      originator: payment.originator,
    },
    payer: { ...organization(payer), contacts: payer.contacts },
    payee: organization(payee),
    production_date: productionDate,
    currency,
  };
}

/** What is known after the last claim. */
export function remittanceClosingJson(summary: RemittanceSummary): Json {
  const { providerAdjustments, balance, reversals } = summary;
  const carried = forwardBalances(providerAdjustments);
  return {
    provider_adjustments: providerAdjustments.map(providerAdjustmentJson),
    balanced: balance.balanced,
    balance: balanceJson(balance),
    forward_balance: {
      carried_forward: carried.carriedForward.map(providerAdjustmentJson),
      brought_in: carried.applied.map(providerAdjustmentJson),
      recovered: carried.recovered.map(providerAdjustmentJson),
      deferred: carried.deferred.map(providerAdjustmentJson),
    },
    reversals: reversals.map(reversalJson),
    totals: {
      claims: summary.claims,
      charge: moneyText(summary.charge),
      paid: moneyText(summary.paid),
      complete: summary.isComplete,
    },
  };
}

export function claimPaymentJson(claim: ClaimPayment): Json {
  return {
    patient_control_number: claim.patientControlNumber,
    status_code: claim.statusCode,
    charge: moneyText(claim.charge),
    paid: moneyText(claim.paid),
    patient_responsibility: moneyText(claim.patientResponsibility) ?? null,
    payer_control_number: claim.payerControlNumber,
    header: claim.header?.assigned,
    filing_indicator: claim.filingIndicator,
    facility_type: claim.facilityType,
    frequency: claim.frequency,
    drg: claim.drg,
    patient: party(claim.patient),
    insured: party(claim.insured),
    corrected_insured: party(claim.correctedInsured),
    rendering_provider: party(claim.renderingProvider),
    crossover_carrier: party(claim.crossoverCarrier),
    corrected_priority_payer: party(claim.correctedPriorityPayer),
    other_subscriber: party(claim.otherSubscriber),
    statement_from: claim.statementFrom,
    statement_to: claim.statementTo,
    coverage_expiration: claim.coverageExpiration,
    received: claim.received,
    adjustments: claim.adjustments.map(adjustmentJson),
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
    charge: moneyText(line.charge),
    paid: moneyText(line.paid),
    units: line.unitsPaid,
    revenue_code: line.revenueCode,
    billed_procedure: procedureJson(line.billedProcedure),
    billed_units: line.billedUnits,
    service_date: line.serviceFrom,
    service_date_end: line.serviceTo === line.serviceFrom ? undefined : line.serviceTo,
    line_control_number: line.lineControlNumber,
    adjustments: line.adjustments.map(adjustmentJson),
    remark_codes: line.remarks.map(({ qualifier, value }) => ({
      qualifier,
      code: value,
      text: qualifier === 'HE' ? remarkText(value) : undefined,
    })),
    references: line.references,
    amounts: line.amounts.map(qualifiedAmount),
    quantities: line.quantities,
    position: line.position,
  };
}

function adjustmentJson({ group, reason, amount, quantity }: PaymentAdjustment): Json {
  return {
    group,
    reason,
    amount: moneyText(amount),
    quantity,
    group_text: adjustmentGroup.entries.get(group)?.text,
    text: adjustmentReasonText(reason),
  };
}

function providerAdjustmentJson(adjustment: ProviderAdjustment): Json {
  const { provider, fiscalPeriod, reason, reference, amount } = adjustment;
  const { text } = providerAdjustmentReason.entries.get(reason) ?? {};
  return { provider, fiscal_period: fiscalPeriod, reason, reference, amount: moneyText(amount), text };
}

function balanceJson({ firstUnbalanced, transaction, ...counts }: RemittanceBalance): Json {
  return {
    unbalanced_lines: counts.unbalancedLines,
    unbalanced_claims: counts.unbalancedClaims,
    transaction: equationJson(transaction),
    first_unbalanced: firstUnbalanced && equationJson(firstUnbalanced),
  };
}

/** An equation with its terms, each as a decimal string. */
function equationJson(equation: Equation): Json {
  return {
    level: equation.level,
    rule: equation.rule,
    terms: equation.terms.map(({ name, amount }) => ({ name, amount: moneyText(amount) })),
    computed: moneyText(equation.computed),
    stated: moneyText(equation.stated),
    difference: moneyText(equation.difference),
    balanced: equation.balanced,
    claim: equation.claim,
    line: equation.line,
    patient_control_number: equation.patientControlNumber,
    position: equation.position,
  };
}

function reversalJson({ reversal, original, correction, negates, net }: ReversalPair): Json {
  return {
    patient_control_number: reversal.patientControlNumber,
    payer_control_number: reversal.payerControlNumber,
    claim: reversal.number,
    paid: moneyText(reversal.paid),
    original: original && { claim: original.number, paid: moneyText(original.paid) },
    correction: correction && {
      claim: correction.number,
      payer_control_number: correction.payerControlNumber,
      paid: moneyText(correction.paid),
    },
    negates,
    net: moneyText(net),
  };
}

function procedureJson(procedure: PaidProcedure | undefined): Json | undefined {
  return procedure && { ...procedure };
}

function qualifiedAmount({ qualifier, amount }: QualifiedAmount): Json {
  return { qualifier, amount: moneyText(amount) };
}

function organization({
  name,
  idQualifier,
  id,
  address,
  references,
}: Omit<RemittancePayee, 'position'>): Json {
  return { name, id_qualifier: idQualifier, id, address: addressJson(address), references };
}

function addressJson({ lines, city, state, postalCode, country }: RemittanceAddress): Json {
  return { lines, city, state, postal_code: postalCode, country };
}

function party(party: PaymentParty | undefined): Json | undefined {
  return (
    party && {
      last_name: party.lastName,
      first_name: party.firstName,
      middle_name: party.middleName,
      suffix: party.suffix,
      id_qualifier: party.idQualifier,
      id: party.id,
    }
  );
}
