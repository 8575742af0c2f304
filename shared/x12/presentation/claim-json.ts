import { claimToJson } from '../837p/json/claim.ts';
import type { ProfessionalClaim } from '../837p/model/claim.ts';
import type { ServiceLine } from '../837p/model/line.ts';
import type { Json } from './members.ts';
import { moneyText } from './remittance-json.ts';

/** Overview of a claim. With `whole` also its whole content by {@link claimToJson}. */
export function claimOverviewJson(claim: ProfessionalClaim, whole: boolean): Json {
  const { billingProvider, subscriber, patient, transaction } = claim;
  return {
    patient_control_number: claim.patientControlNumber,
    total_charge: moneyText(claim.totalCharge) ?? null,
    billing_npi: billingProvider.id ?? null,
    subscriber_id: subscriber.id ?? null,
    place_of_service: claim.placeOfService,
    frequency: claim.frequency,
    original_claim_number: claim.references?.originalClaimNumber,
    prior_authorization: claim.references?.priorAuthorization,
    batch: transaction.batchId,
    payer_id: subscriber.payer?.id,
    claim_filing: subscriber.claimFiling,
    payer_sequence: subscriber.payerSequence,
    patient_is_subscriber: patient === undefined,
    rendering_npi: claim.rendering?.id,
    diagnoses: claim.diagnoses.map(({ code }) => code),
    other_payers: claim.otherCoverages.length,
    service_lines: claim.lines.map(lineOverview),
    complete: claim.isComplete,
    position: claim.position,
    is_cut: claim.isCut,
    claim: whole ? claimToJson(claim) : undefined,
  };
}

function lineOverview(line: ServiceLine): Json {
  return {
    number: line.number,
    procedure: line.procedure.code,
    modifiers: line.procedure.modifiers,
    charge: moneyText(line.charge) ?? null,
    units: line.quantity ?? null,
    unit: line.unit,
    service_date: line.serviceDate ?? null,
    service_date_end: line.serviceDateEnd,
    diagnosis_pointers: line.diagnosisPointers,
    line_control_number: line.controlNumber,
  };
}
