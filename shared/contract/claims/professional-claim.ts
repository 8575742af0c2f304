import * as z from 'zod';
import {
  ambulance,
  amount,
  attachment,
  code,
  condition,
  contract,
  date,
  note,
  repricing,
  text,
} from './claim-fields.ts';
import { billingProvider, otherCoverage, party, patient, subscriber } from './claim-parties.ts';
import { serviceLine } from './service-line.ts';

const claimDates = z.strictObject({
  onset: date.optional(),
  initial_treatment: date.optional(),
  last_seen: date.optional(),
  acute_manifestation: date.optional(),
  accident: date.optional(),
  last_menstrual_period: date.optional(),
  last_xray: date.optional(),
  prescription: date.optional(),
  disability_start: date.optional(),
  disability_end: date.optional(),
  last_worked: date.optional(),
  return_to_work: date.optional(),
  admission: date.optional(),
  discharge: date.optional(),
  assumed_care: date.optional(),
  relinquished_care: date.optional(),
  first_contact: date.optional(),
  repricer_received: date.optional(),
});

const claimReferences = z.strictObject({
  service_authorization_exception: text(50).optional(),
  medicare_crossover: text(50).optional(),
  mammography_certification: text(50).optional(),
  referral: text(50).optional(),
  prior_authorization: text(50).optional(),
  original_claim_number: text(50)
    .optional()
    .describe("REF*F8: the payer's number of the claim that this one corrects or voids"),
  clia: text(50).optional(),
  repriced_claim: text(50).optional(),
  adjusted_repriced_claim: text(50).optional(),
  investigational_device: text(50).optional(),
  clearinghouse_trace: text(50).optional(),
  medical_record: text(50).optional(),
  demonstration_project: text(50).optional(),
  care_plan_oversight: text(50).optional(),
});

const healthCareCode = z.strictObject({
  qualifier: code(3).optional().describe('ABK principal diagnosis, ABF further diagnoses (ICD-10-CM)'),
  code: text(30),
});

/**
 * A professional claim (837P, loop 2300 with the parties above it) as JSON. Names follow the implementation guide's
 * own; what a value means for the guide is checked by the same edits as a file, so that a claim with a wrong code
 * is a draft with a finding and not a refused request.
 */
export const professionalClaimFields = {
  billing_provider: billingProvider,
  subscriber,
  patient: patient.optional().describe('Only when the patient is not the subscriber'),
  patient_control_number: text(38).describe('CLM01'),
  total_charge: amount.describe('CLM02'),
  place_of_service: code(2).optional().describe('CLM05-1'),
  frequency: code(1).optional().describe('CLM05-3: 1 original, 7 replacement, 8 void'),
  provider_signature: code(1).optional().describe('CLM06'),
  accept_assignment: code(1).optional().describe('CLM07'),
  benefits_assigned: code(1).optional().describe('CLM08'),
  release_of_information: code(1).optional().describe('CLM09'),
  signature_source: code(1).optional().describe('CLM10'),
  related_causes: z.array(code(3)).max(2).optional().describe('CLM11: AA, EM, OA'),
  accident_state: code(2).optional(),
  accident_country: code(3).optional(),
  special_program: code(3).optional(),
  delay_reason: code(2).optional(),
  dates: claimDates.optional(),
  attachments: z.array(attachment).max(10).optional(),
  contract: contract.optional(),
  patient_paid: amount.optional(),
  references: claimReferences.optional(),
  fixed_format: z.array(text(80)).max(10).optional(),
  note: note.optional(),
  ambulance: ambulance.optional(),
  spinal_manipulation: z
    .strictObject({
      condition: code(1),
      description: text(80).optional(),
      further_description: text(80).optional(),
    })
    .optional(),
  conditions: z.array(condition).max(8).optional(),
  diagnoses: z.array(healthCareCode).max(12).optional(),
  anesthesia_procedures: z.array(healthCareCode).max(2).optional(),
  condition_codes: z.array(code(30)).max(24).optional(),
  repricing: repricing.optional(),
  referring: z.array(party).max(2).optional(),
  rendering: party.optional(),
  service_facility: party.optional(),
  supervising: party.optional(),
  pick_up: party.optional(),
  drop_off: party.optional(),
  other_coverages: z.array(otherCoverage).max(10).optional(),
  lines: z.array(serviceLine).min(1).max(50),
};
