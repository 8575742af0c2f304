import {
  type ClaimAcknowledgment,
  type ClaimStatus,
  lineStatus,
  organization,
  patientName,
  type StatusInformation,
  type StatusReason,
  statusInformation,
  totals,
  type UnscopedStatus,
} from '../277ca/model.ts';
import { claimStatusCategory, claimStatusCode } from '../codes/claim-status.ts';
import { type Json, jsonOf, membersOf } from './members.ts';
import { moneyText } from './remittance-json.ts';

const standardNumbers = membersOf<ClaimStatus['standard']>(
  ...(['patientControlNumber', 'payerControlNumber', 'taxId'] as const),
);
const [organizationJson, patientJson] = [jsonOf(organization), jsonOf(patientName)];
const [informationJson, lineJson, totalsJson] = [
  jsonOf(statusInformation),
  jsonOf(lineStatus),
  jsonOf(totals),
];

/** Header and batch, known before the first status. */
export function claimAcknowledgmentJson(acknowledgment: ClaimAcknowledgment): Json {
  return {
    reference: acknowledgment.reference,
    created: acknowledgment.created,
    source: organizationJson(acknowledgment.source),
    received: acknowledgment.received,
    processed: acknowledgment.processed,
    receiver: organizationJson(acknowledgment.receiver),
    batch: acknowledgment.batch,
    totals: totalsJson(acknowledgment.totals),
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
    service_date: status.serviceDate ?? null,
    service_date_end: status.serviceDateEnd,
    status_code: status.statusCode,
    entity: status.entity,
    action: status.action,
    effective_date: status.effectiveDate,
    message: status.message,
    numbers: status.numbers,
    standard: standardNumbers(status.standard),
    patient: status.patient && patientJson(status.patient),
    billing_provider: status.billingProvider && organizationJson(status.billingProvider),
    statuses: status.statuses.map(statusJson),
    service_lines: status.serviceLines.map((line) => ({
      ...lineJson(line),
      statuses: line.statuses.map(statusJson),
    })),
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
    totals: totalsJson(unscoped.totals),
    status: statusJson(unscoped.status),
    about: unscoped.about && organizationJson(unscoped.about),
    hierarchy: unscoped.hierarchy,
  };
}

/** One STC. Codes have their texts. */
const statusJson = (status: StatusInformation): Json => ({
  ...informationJson(status),
  reasons: status.reasons.map(reasonJson),
});

export const reasonJson = ({ category, code, entity }: StatusReason): Json => ({
  category,
  category_text: claimStatusCategory.entries.get(category)?.text,
  code,
  text: claimStatusCode.entries.get(code)?.text,
  entity,
});
