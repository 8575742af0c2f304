import * as z from 'zod';
import { adjustment, amount, code, date, quantity, reference, text } from './claim-fields.ts';

/** The parties of a claim: NM1 loops with what stands in them. */

const address = z.strictObject({
  line1: text(55).optional(),
  line2: text(55).optional(),
  city: text(30).optional(),
  state: code(2).optional(),
  zip: code(15).optional(),
  country: code(3).optional(),
  subdivision: code(3).optional(),
});

const contact = z.strictObject({
  name: text(60).optional(),
  numbers: z
    .array(z.strictObject({ qualifier: code(2), number: text(256) }))
    .max(3)
    .optional(),
});

const partyFields = {
  role: code(3).optional().describe('NM101; follows from the place when it is left out'),
  entity_type: code(1).optional().describe('NM102: 1 person, 2 organization; a first name tells as much'),
  last_name: text(60).optional().describe('Of a person, or the name of an organization'),
  first_name: text(35).optional(),
  middle_name: text(25).optional(),
  suffix: text(10).optional(),
  id_qualifier: code(2).optional().describe('NM108; follows from the place when it is left out'),
  id: text(80).optional().describe('NM109'),
  address: address.optional(),
  taxonomy: text(50).optional(),
  references: z.array(reference).max(20).optional(),
  contacts: z.array(contact).max(2).optional(),
};

export const party = z.strictObject(partyFields).meta({ id: 'ClaimParty' });

const personFields = {
  ...partyFields,
  birth_date: date.optional(),
  gender: code(1).optional(),
  death_date: date.optional(),
  weight: quantity.optional(),
  pregnant: code(1).optional(),
  property_casualty_claim_number: text(50).optional(),
};

export const billingProvider = z.strictObject({
  ...partyFields,
  tax_id_qualifier: code(2).optional(),
  tax_id: text(50).optional(),
  currency: code(3).optional(),
  pay_to: party.optional(),
  pay_to_plan: party.optional(),
});

export const subscriber = z.strictObject({
  ...personFields,
  payer_sequence: code(1).optional().describe('SBR01: P primary, S secondary …'),
  relationship: code(2).optional().describe('SBR02: 18 when the subscriber is the patient'),
  group_number: text(50).optional(),
  group_name: text(60).optional(),
  insurance_type: code(3).optional(),
  claim_filing: code(2).optional().describe('SBR09'),
  payer: z
    .strictObject({ ...partyFields, billing_provider_ids: z.array(reference).max(2).optional() })
    .optional(),
});

export const patient = z.strictObject({ ...personFields, relationship: code(2).optional() });

const outpatient = z.strictObject({
  reimbursement_rate: quantity.optional(),
  procedure_amount: amount.optional(),
  remarks: z.array(text(50)).max(5).optional(),
  end_stage_renal_amount: amount.optional(),
  non_payable_professional_amount: amount.optional(),
});

/** Loop 2320: another payer of the claim. */
export const otherCoverage = z.strictObject({
  payer_sequence: code(1).optional(),
  relationship: code(2).optional(),
  group_number: text(50).optional(),
  group_name: text(60).optional(),
  insurance_type: code(3).optional(),
  claim_filing: code(2).optional(),
  adjustments: z.array(adjustment).max(30).optional(),
  payer_paid: amount.optional(),
  non_covered: amount.optional(),
  remaining_liability: amount.optional(),
  benefits_assigned: code(1).optional(),
  signature_source: code(1).optional(),
  release_of_information: code(1).optional(),
  outpatient: outpatient.optional(),
  subscriber: party.optional(),
  payer: z
    .strictObject({
      ...partyFields,
      adjudication_date: date.optional(),
      prior_authorization: text(50).optional(),
      referral: text(50).optional(),
      claim_adjusted: code(1).optional(),
      claim_control_number: text(50).optional(),
    })
    .optional(),
  providers: z.array(party).max(10).optional(),
});
