import type {
  ClaimAcknowledgment,
  ClaimStatus,
  LineStatus,
  Organization,
  PatientName,
  StatusInformation,
  Totals,
  UnscopedStatus,
} from '../277ca/types.ts';
import { claimStatusCategory, claimStatusCode } from '../codes/claim-status.ts';
import { moneyText } from './remittance-json.ts';

type Json = Readonly<Record<string, unknown>>;

/** What is known before the first status. */
export function claimAcknowledgmentJson(acknowledgment: ClaimAcknowledgment): Json {
  return {
    reference: acknowledgment.reference,
    created: acknowledgment.created,
    source: organization(acknowledgment.source),
    received: acknowledgment.received,
    processed: acknowledgment.processed,
    receiver: organization(acknowledgment.receiver),
    batch: acknowledgment.batch,
    totals: totals(acknowledgment.totals),
  };
}

/** The fields of the service contract first, then both readings of the numbers and everything else. */
export function claimStatusJson(status: ClaimStatus): Json {
  const { numbers, standard } = status;
  return {
    patient_control_number: status.patientControlNumber,
    tax_id: status.taxId ?? null,
    category: status.category,
    classification: status.classification,
    disposition: status.disposition,
    conflict: status.conflict,
    amount: moneyText(status.amount) ?? null,
    service_date: status.serviceFrom ?? null,
    service_date_end: status.serviceTo === status.serviceFrom ? undefined : status.serviceTo,
    status_code: status.statusCode,
    entity: status.entity,
    action: status.action,
    effective_date: status.effectiveDate,
    message: status.message,
    numbers: {
      trn02: numbers.trace,
      ref_1k: numbers.ref1K,
      ref_ej: numbers.refEJ,
      ref_d9: numbers.refD9,
      ref_blt: numbers.billType,
    },
    standard: {
      patient_control_number: standard.patientControlNumber,
      payer_control_number: standard.payerControlNumber,
      tax_id: standard.taxId,
    },
    patient: person(status.patient),
    billing_provider: organization(status.provider),
    statuses: status.statuses.map(information),
    service_lines: status.lines.map(line),
    hierarchy: status.hierarchy,
    complete: status.isComplete,
    position: status.position,
  };
}

export function unscopedStatusJson(unscoped: UnscopedStatus): Json {
  return {
    level: unscoped.level,
    category: unscoped.category,
    status_code: unscoped.statusCode,
    classification: unscoped.classification,
    disposition: unscoped.disposition,
    conflict: unscoped.conflict,
    trace: unscoped.trace,
    about: organization(unscoped.about),
    totals: totals(unscoped.totals),
    status: information(unscoped.status),
    hierarchy: unscoped.hierarchy,
  };
}

function information({ reasons, date, action, amount, message }: StatusInformation): Json {
  return {
    reasons: reasons.map(({ category, code, entity }) => ({
      category,
      category_text: claimStatusCategory.entries.get(category)?.text,
      code,
      text: claimStatusCode.entries.get(code)?.text,
      entity,
    })),
    date,
    action,
    amount: moneyText(amount),
    message,
  };
}

function line(line: LineStatus): Json {
  return {
    procedure: line.procedure,
    procedure_qualifier: line.qualifier,
    modifiers: line.modifiers,
    charge: moneyText(line.charge),
    revenue_code: line.revenueCode,
    units: line.units,
    line_control_number: line.lineControlNumber,
    service_date: line.serviceFrom,
    service_date_end: line.serviceTo === line.serviceFrom ? undefined : line.serviceTo,
    statuses: line.statuses.map(information),
  };
}

function organization(organization: Organization | undefined): Json | undefined {
  return (
    organization && {
      entity: organization.entity,
      name: organization.name,
      first_name: organization.firstName,
      id_qualifier: organization.idQualifier,
      id: organization.id,
    }
  );
}

function person(person: PatientName | undefined): Json | undefined {
  return (
    person && {
      last_name: person.lastName,
      first_name: person.firstName,
      middle_name: person.middleName,
      id_qualifier: person.idQualifier,
      id: person.id,
    }
  );
}

function totals(totals: Totals): Json {
  return {
    accepted: totals.accepted,
    rejected: totals.rejected,
    accepted_amount: moneyText(totals.acceptedAmount),
    rejected_amount: moneyText(totals.rejectedAmount),
  };
}
