import type { ProfessionalClaim } from '../837p/model/claim.ts';
import type { ServiceLine } from '../837p/model/line.ts';
import { amount, type Column, flag, list, number, text } from './column.ts';

export interface ServiceLineRow {
  readonly claim: ProfessionalClaim;
  readonly line: ServiceLine;
}

function claimKeys<T>(of: (row: T) => ProfessionalClaim): readonly Column<T>[] {
  return [
    text('interchange', (row) => of(row).transaction.interchange?.controlNumber),
    text('transaction', (row) => of(row).transaction.set?.controlNumber),
    text('batch', (row) => of(row).transaction.batchId),
    text('billing_provider_id', (row) => of(row).billingProvider.id),
    text('payer_id', (row) => of(row).subscriber.payer?.id),
    text('patient_control_number', (row) => of(row).patientControlNumber),
  ];
}

/** One row for each claim (CLM). */
export const claimTable: readonly Column<ProfessionalClaim>[] = [
  ...claimKeys<ProfessionalClaim>((claim) => claim),
  amount('charge', ({ totalCharge }) => totalCharge),
  text('place_of_service', ({ placeOfService }) => placeOfService),
  text('frequency', ({ frequency }) => frequency),
  text('original_claim_number', ({ references }) => references?.originalClaimNumber),
  text('prior_authorization', ({ references }) => references?.priorAuthorization),
  text('billing_provider', ({ billingProvider }) => billingProvider.lastName),
  text('rendering_provider_id', ({ rendering }) => rendering?.id),
  text('payer', ({ subscriber }) => subscriber.payer?.lastName),
  text('claim_filing', ({ subscriber }) => subscriber.claimFiling),
  text('payer_sequence', ({ subscriber }) => subscriber.payerSequence),
  text('subscriber_id', ({ subscriber }) => subscriber.id),
  text('patient_last_name', ({ patient, subscriber }) => (patient ?? subscriber).lastName),
  text('patient_first_name', ({ patient, subscriber }) => (patient ?? subscriber).firstName),
  text('patient_birth_date', ({ patient, subscriber }) => (patient ?? subscriber).birthDate),
  list('diagnoses', ({ diagnoses }) => diagnoses.map(({ code }) => code)),
  text('service_from', ({ lines }) => first(lines.map(({ serviceDate }) => serviceDate))),
  text('service_to', ({ lines }) => last(lines.map((line) => line.serviceDateEnd ?? line.serviceDate))),
  number('lines', ({ lines }) => lines.length),
  flag('complete', ({ isComplete }) => isComplete !== false),
];

/** One row for each service line (LX). */
export const serviceLineTable: readonly Column<ServiceLineRow>[] = [
  ...claimKeys<ServiceLineRow>(({ claim }) => claim),
  number('line_number', ({ line }) => line.number),
  text('procedure_qualifier', ({ line }) => line.procedure.qualifier),
  text('procedure', ({ line }) => line.procedure.code),
  list('modifiers', ({ line }) => line.procedure.modifiers),
  amount('charge', ({ line }) => line.charge),
  text('unit', ({ line }) => line.unit),
  number('units', ({ line }) => line.quantity),
  text('place_of_service', ({ line, claim }) => line.placeOfService ?? claim.placeOfService),
  text('service_from', ({ line }) => line.serviceDate),
  text('service_to', ({ line }) => line.serviceDateEnd ?? line.serviceDate),
  list('diagnoses', ({ line, claim }) =>
    line.diagnosisPointers.map((pointer) => claim.diagnoses[pointer - 1]?.code ?? `#${pointer}`),
  ),
  text('rendering_provider_id', ({ line, claim }) => line.parties?.rendering?.id ?? claim.rendering?.id),
  text('line_control_number', ({ line }) => line.controlNumber),
];

const days = (dates: readonly (string | undefined)[]): string[] =>
  dates.filter((date) => date !== undefined).sort();

const first = (dates: readonly (string | undefined)[]): string | undefined => days(dates)[0];
const last = (dates: readonly (string | undefined)[]): string | undefined => days(dates).at(-1);
