import type {
  ClaimAcknowledgment,
  ClaimStatus,
  LineStatus,
  Organization,
  PatientName,
  UnscopedStatus,
} from '../277ca/types.ts';
import { formatCents } from '../values/money.ts';
import {
  statusInformationJson,
  statusLineJson,
  statusNumbersJson,
  statusTotalsJson,
  unscopedPartsJson,
} from './claim-status-parts.ts';
import { type Json, membersOf } from './members.ts';
import { moneyText } from './remittance-json.ts';

const organization = membersOf<Organization>('entity', 'name', 'firstName', 'idQualifier', 'id');
const patient = membersOf<PatientName>('lastName', 'firstName', 'middleName', 'idQualifier', 'id');
const standardNumbers = membersOf<ClaimStatus['standard']>(
  ...(['patientControlNumber', 'payerControlNumber', 'taxId'] as const),
);

/** Header and batch, known before the first status. */
export function claimAcknowledgmentJson(acknowledgment: ClaimAcknowledgment): Json {
  return {
    reference: acknowledgment.reference,
    created: acknowledgment.created,
    source: organization(acknowledgment.source),
    received: acknowledgment.received,
    processed: acknowledgment.processed,
    receiver: organization(acknowledgment.receiver),
    batch: acknowledgment.batch,
    totals: statusTotalsJson(acknowledgment.totals, formatCents),
  };
}

/** Fields of the service contract first, then the numbers in both readings and the rest. */
export function claimStatusJson(status: ClaimStatus): Json {
  return {
    patient_control_number: status.patientControlNumber,
    tax_id: status.taxId ?? null,
    category: status.category,
    classification: status.classification,
    disposition: status.disposition,
    conflict: status.conflict,
    amount: moneyText(status.amount) ?? null,
    service_date: status.serviceFrom ?? null,
    service_date_end: endOf(status),
    status_code: status.statusCode,
    entity: status.entity,
    action: status.action,
    effective_date: status.effectiveDate,
    message: status.message,
    numbers: statusNumbersJson(status),
    standard: standardNumbers(status.standard),
    patient: status.patient && patient(status.patient),
    billing_provider: status.provider && organization(status.provider),
    statuses: status.statuses.map((one) => statusInformationJson(one, formatCents)),
    service_lines: status.lines.map(line),
    hierarchy: status.hierarchy,
    complete: status.isComplete,
    position: status.position,
  };
}

export function unscopedStatusJson(unscoped: UnscopedStatus): Json {
  const about = unscoped.about && organization(unscoped.about);
  return { ...unscopedPartsJson(unscoped, formatCents), about, hierarchy: unscoped.hierarchy };
}

function line(line: LineStatus): Json {
  return {
    ...statusLineJson(line, formatCents),
    revenue_code: line.revenueCode,
    units: line.units,
    service_date_end: endOf(line),
  };
}

/** Returns the end of a period of more than one day. */
function endOf({
  serviceFrom,
  serviceTo,
}: Pick<LineStatus, 'serviceFrom' | 'serviceTo'>): string | undefined {
  return serviceTo === serviceFrom ? undefined : serviceTo;
}
