import {
  acknowledgmentContent,
  batchTotals,
  type ClaimStatus,
  claimContent,
  lineStatus,
  organization,
  type StatusInformation,
  type StatusReason,
  statusInformation,
  type UnscopedStatus,
} from '../277ca/model.ts';
import { claimStatusCategory, claimStatusCode } from '../codes/claim-status.ts';
import { type Json, jsonOf, membersOf } from './members.ts';
import { moneyText } from './remittance-json.ts';

const standardNumbers = membersOf<ClaimStatus['standard']>(
  ...(['patientControlNumber', 'payerControlNumber', 'taxId'] as const),
);
const [organizationJson, totalsJson] = [jsonOf(organization), jsonOf(batchTotals)];
const [informationJson, lineJson, contentJson] = [
  jsonOf(statusInformation),
  jsonOf(lineStatus),
  jsonOf(claimContent),
];

/** Header and batch, known before the first status. */
export const claimAcknowledgmentJson = jsonOf(acknowledgmentContent);

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
    status_code: status.statusCode,
    entity: status.entity,
    action: status.action,
    effective_date: status.effectiveDate,
    message: status.message,
    standard: standardNumbers(status.standard),
    ...contentJson(status),
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
