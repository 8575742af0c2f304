import * as z from 'zod';
import {
  adjustment,
  ambulance,
  amount,
  attachment,
  code,
  condition,
  contract,
  date,
  note,
  procedure,
  quantity,
  reference,
  repricing,
  text,
} from './claim-fields.ts';
import { party } from './claim-parties.ts';

const lineDates = z.strictObject({
  prescription: date.optional(),
  recertification: date.optional(),
  begin_therapy: date.optional(),
  last_certification: date.optional(),
  last_seen: date.optional(),
  hemoglobin_test: date.optional(),
  creatine_test: date.optional(),
  shipped: date.optional(),
  last_xray: date.optional(),
  initial_treatment: date.optional(),
});

const lineReferences = z.strictObject({
  repriced_line: text(50).optional(),
  adjusted_repriced_line: text(50).optional(),
  mammography_certification: text(50).optional(),
  clia: text(50).optional(),
  referring_clia: text(50).optional(),
  immunization_batch: text(50).optional(),
});

const lineParties = z.strictObject({
  rendering: party.optional(),
  purchased_service_provider: party.optional(),
  service_facility: party.optional(),
  supervising: party.optional(),
  ordering: party.optional(),
  referring: z.array(party).max(2).optional(),
  pick_up: party.optional(),
  drop_off: party.optional(),
});

const equipment = z.strictObject({
  procedure_code: text(48),
  days: quantity.optional(),
  rental_price: amount.optional(),
  purchase_price: amount.optional(),
  frequency: code(1).optional(),
});

const drug = z.strictObject({
  qualifier: code(2).optional(),
  code: text(48).describe('National drug code: 11 digits'),
  quantity: quantity.optional(),
  unit: code(2).optional(),
  prescription: reference.optional(),
});

/** Loop 2430: what another payer decided about the line. */
const adjudication = z.strictObject({
  payer_id: text(80),
  paid: amount.optional(),
  procedure,
  quantity: quantity.optional(),
  bundled_line: z.int().min(1).max(999_999).optional(),
  adjustments: z.array(adjustment).max(30).optional(),
  adjudication_date: date.optional(),
  remaining_liability: amount.optional(),
});

const form = z.strictObject({
  qualifier: code(2),
  id: text(30),
  answers: z
    .array(
      z.strictObject({
        question: text(20),
        answer: code(1).optional(),
        text: text(50).optional(),
        date: text(10).optional(),
        percentage: quantity.optional(),
      }),
    )
    .max(99)
    .optional(),
});

/** Loop 2400. Its number follows from its place. */
export const serviceLine = z
  .strictObject({
    number: z.int().min(1).max(50).optional(),
    procedure,
    charge: amount.describe('SV102'),
    unit: code(2).optional().describe('SV103: UN units, MJ minutes'),
    quantity: quantity.optional(),
    place_of_service: code(2).optional(),
    diagnosis_pointers: z.array(z.int().min(1).max(12)).max(4).optional(),
    emergency: code(1).optional(),
    epsdt: code(1).optional(),
    family_planning: code(1).optional(),
    copay_status: code(1).optional(),
    service_date: date.optional(),
    service_date_end: date.optional(),
    control_number: text(50).optional().describe('REF*6R, comes back in the remittance'),
    equipment: equipment.optional(),
    attachments: z.array(attachment).max(10).optional(),
    certificate_transmission: code(2).optional(),
    ambulance: ambulance.optional(),
    equipment_certification: z.strictObject({ type: code(1), months: quantity.optional() }).optional(),
    conditions: z.array(condition).max(5).optional(),
    dates: lineDates.optional(),
    ambulance_patients: quantity.optional(),
    obstetric_units: quantity.optional(),
    test_results: z
      .array(z.strictObject({ reference: code(2), measure: code(3), value: quantity.optional() }))
      .max(5)
      .optional(),
    contract: contract.optional(),
    references: lineReferences.optional(),
    prior_authorizations: z.array(reference).max(5).optional(),
    referrals: z.array(reference).max(5).optional(),
    sales_tax: amount.optional(),
    postage: amount.optional(),
    fixed_format: z.array(text(80)).max(10).optional(),
    note: note.optional(),
    third_party_note: text(80).optional(),
    purchased_service: z.strictObject({ provider_id: text(50), charge: amount.optional() }).optional(),
    repricing: repricing.optional(),
    drug: drug.optional(),
    parties: lineParties.optional(),
    adjudications: z.array(adjudication).max(15).optional(),
    forms: z.array(form).max(10).optional(),
  })
  .meta({ id: 'ServiceLine' });
