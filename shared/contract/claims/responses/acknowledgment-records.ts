import * as z from 'zod';
import { moneyAmount, timestamp, uuid } from '../../fields.ts';
import { claimLane as lane } from '../claim-lane.ts';
import { claimMatch, responseFields, sameNumbersAs } from './remittance-records.ts';

/** A code of an acknowledgment with its text, if it is known. */
const codeWithText = z.object({ code: z.string(), text: z.string().optional() });

const findings = z.array(z.object({ code: z.string(), message: z.string() }));

const implementationFields = {
  ...responseFields,
  kind: z.enum(['999', 'TA1']),
  state: z.enum(['applying', 'applied']),
  receiver: z.string().describe('ISA08'),
  group_control_number: z.string().optional(),
  set_control_number: z.string().optional(),
  code: z.string().describe('AK901, or TA104'),
  verdict: z.enum(['accepted', 'partial', 'rejected', 'unknown']),
  errors: z.array(codeWithText).describe('AK905 to AK909, or TA105'),
  acknowledged: z
    .object({
      functional_id: z.string().optional(),
      group_control_number: z.string().optional(),
      version: z.string().optional(),
      interchange_control_number: z.string().optional(),
      date: z.string().optional(),
      time: z.string().optional(),
    })
    .describe('What it acknowledges: AK1, or TA101 to TA103'),
  sets_included: z.int().optional(),
  sets_received: z.int().optional(),
  sets_accepted: z.int().optional(),
  batch_ids: z.array(z.string()).describe('Batches that it acknowledges; empty if unmatched'),
  match: z.object({
    by: z.enum(['partners', 'number', 'none', 'other_partners', 'not_claims', 'ambiguous', 'hand']),
    candidates: z.array(z.string()),
  }),
  findings,
  claim_counts: z.object({
    accepted: z.int(),
    rejected: z.int(),
    causes: z.int().describe('Rejected claims that have the error themselves'),
    unknown: z.int(),
    superseded: z.int().describe('Claims sent again since'),
  }),
};

export const implementationAcknowledgment = z
  .object(implementationFields)
  .meta({ id: 'ImplementationAcknowledgment' });
export type ImplementationAcknowledgment = z.output<typeof implementationAcknowledgment>;
export type ImplementationAcknowledgmentJson = z.output<typeof implementationAcknowledgment>;

const acknowledgedClaim = z.object({
  claim_id: uuid,
  patient_control_number: z.string(),
  set: z.string(),
  verdict: z.enum(['accepted', 'rejected', 'unknown']),
  role: z.enum(['cause', 'collateral']).optional(),
  errors: z.array(z.string()),
  lane: lane.optional().describe('Lane of the claim afterwards'),
  outcome: z.enum(['moved', 'noted', 'superseded', 'unchanged', 'missing']),
});

const acknowledgedSet = z.object({
  set: z.string(),
  set_control_number: z.string(),
  code: z.string(),
  accepted: z.boolean(),
  errors: z.array(codeWithText),
  segments: z.array(
    z.object({
      segment: z.string(),
      position: z.int().describe('Place in its set, ST = 1'),
      loop: z.string(),
      error: codeWithText,
      patient_control_number: z.string().optional(),
      elements: z.array(
        z.object({
          element: z.int(),
          component: z.int().optional(),
          repetition: z.int().optional(),
          data_element: z.string(),
          error: codeWithText,
        }),
      ),
    }),
  ),
  segment_count: z.int(),
});

export const implementationAcknowledgmentDetail = z
  .object({
    ...implementationFields,
    sets: z.array(acknowledgedSet),
    claims: z.array(acknowledgedClaim).describe('A page of its claims'),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ImplementationAcknowledgmentDetail' });
export type ImplementationAcknowledgmentDetail = z.output<typeof implementationAcknowledgmentDetail>;
export type ImplementationAcknowledgmentDetailJson = z.output<typeof implementationAcknowledgmentDetail>;

const party = z.object({
  entity: z.string(),
  name: z.string(),
  id_qualifier: z.string().optional(),
  id: z.string().optional(),
});

const totals = z.object({
  accepted: z.int().optional(),
  rejected: z.int().optional(),
  accepted_amount: moneyAmount.optional(),
  rejected_amount: moneyAmount.optional(),
});

const classification = z
  .enum(['accepted', 'rejected', 'pended', 'paid', 'unknown'])
  .describe('By the table of the service');
const disposition = z
  .enum([
    'accepted',
    'rejected',
    'pended',
    'paid',
    'denied',
    'finalized',
    'action_needed',
    'error',
    'not_found',
    'unknown',
  ])
  .describe('By the standard (code source 507)');

const statusSegment = z.object({
  reasons: z.array(
    z.object({
      category: z.string(),
      category_text: z.string().optional(),
      code: z.string(),
      text: z.string().optional(),
      entity: z.string().optional(),
    }),
  ),
  date: z.string().optional(),
  action: z.string().optional(),
  amount: moneyAmount.optional(),
  message: z.string().optional(),
});

const unscopedStatus = z.object({
  level: z.string().describe('HL03: 21 the batch, 19 a billing provider, 22 a subscriber'),
  category: z.string(),
  status_code: z.string(),
  classification,
  disposition,
  conflict: z.boolean(),
  trace: z.string().optional(),
  about: party.optional(),
  totals,
  status: statusSegment,
});

const claimAcknowledgmentFields = {
  ...responseFields,
  state: z.enum(['applying', 'applied']),
  receiver: z.string(),
  group_control_number: z.string(),
  set_control_number: z.string(),
  answered_at: timestamp.describe('When the payer gave it; the newer of two acknowledgments counts'),
  reference: z.string().describe('BHT03'),
  same_numbers_as: sameNumbersAs,
  created: z.string().optional(),
  source: party,
  source_trace: z.string().optional(),
  received: z.string().optional(),
  processed: z.string().optional().describe('DTP*009, a day in the calendar of the payer'),
  submitter: party,
  batch: z.string().optional().describe('BHT03 of the acknowledged 837'),
  batch_ids: z.array(z.string()),
  totals,
  counts: z.object({
    statuses: z.int(),
    matched: z.int(),
    unmatched: z.int(),
    ambiguous: z.int(),
    conflicts: z.int(),
    accepted: z.int(),
    rejected: z.int(),
    pended: z.int(),
    paid: z.int(),
    unknown: z.int(),
    unscoped: z.int(),
    fanned_out: z.int().describe('Claims reached by a rejection of their batch or provider'),
  }),
  unscoped_statuses: z.array(unscopedStatus).describe('Statuses that belong to no patient; the first 200'),
};

export const claimAcknowledgment = z.object(claimAcknowledgmentFields).meta({ id: 'ClaimAcknowledgment' });
export type ClaimAcknowledgment = z.output<typeof claimAcknowledgment>;
export type ClaimAcknowledgmentJson = z.output<typeof claimAcknowledgment>;

const match = claimMatch(['REF*1K', 'TRN02', 'REF*EJ', 'REF*D9', 'hand']);

export const claimStatus = z
  .object({
    patient_control_number: z.string(),
    tax_id: z.string().nullable(),
    category: z.string().describe('Status category code of the last STC'),
    amount: moneyAmount.nullable().describe('Charge of the claim (STC04)'),
    service_date: z.string().nullable(),
    service_date_end: z.string().optional(),
    classification,
    disposition,
    conflict: z.boolean().describe('The two readings contradict each other'),
    status_code: z.string(),
    entity: z.string().optional(),
    action: z.string().optional().describe('WQ accept, U reject'),
    effective_date: z.string().optional(),
    message: z.string().optional(),
    payer_control_number: z.string().optional(),
    numbers: z.object({
      trn02: z.string().optional(),
      ref_1k: z.string().optional(),
      ref_ej: z.string().optional(),
      ref_d9: z.string().optional(),
      ref_blt: z.string().optional(),
    }),
    billing_provider: party.optional(),
    statuses: z.array(statusSegment).describe('Every STC'),
    service_lines: z.array(
      z.object({
        procedure: z.string(),
        procedure_qualifier: z.string(),
        modifiers: z.array(z.string()),
        charge: moneyAmount,
        line_control_number: z.string().optional(),
        service_date: z.string().optional(),
        statuses: z.array(statusSegment),
      }),
    ),
    match,
    outcome: z.enum(['moved', 'noted', 'superseded', 'unchanged', 'ambiguous', 'unmatched']),
    lane: lane.optional().describe('Lane of the claim afterwards'),
  })
  .meta({ id: 'ClaimStatus' });
export type ClaimStatus = z.output<typeof claimStatus>;
export type ClaimStatusJson = z.output<typeof claimStatus>;

export const claimAcknowledgmentDetail = z
  .object({
    ...claimAcknowledgmentFields,
    statuses: z.array(claimStatus).describe('A page of its statuses'),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ClaimAcknowledgmentDetail' });
export type ClaimAcknowledgmentDetail = z.output<typeof claimAcknowledgmentDetail>;
export type ClaimAcknowledgmentDetailJson = z.output<typeof claimAcknowledgmentDetail>;
