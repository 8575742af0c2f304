import * as z from 'zod';
import { meaningsOf, moneyAmount, timestamp, uuid } from '#contract/fields.ts';
import { claimAccount, claimLane } from './account-fields.ts';

/** Patient responsibility by the reason (CARC) of its PR adjustments. */
export const patientResponsibilityByReason = z
  .object({
    deductible: moneyAmount.describe('PR 1'),
    coinsurance: moneyAmount.describe('PR 2'),
    copay: moneyAmount.describe('PR 3'),
    other: moneyAmount.describe('Other PR reasons, and amounts without a reason'),
  })
  .meta({ id: 'PatientResponsibilityByReason' });

/** From the worst to the mildest. */
export const severities = ['fatal', 'error', 'warning', 'information'] as const;

export const finding = z
  .object({
    id: z.string().describe('Stable id of the rule, such as V053 or R206'),
    snip: z.int().min(1).max(7),
    severity: z.enum(severities),
    message: z.string(),
    reference: z.string().describe('Identifies the occurrence, in the 999 too'),
    interchange: z.string().optional(),
    group: z.string().optional(),
    transaction: z.string().optional(),
    loop: z.string().optional(),
    segment: z.string().optional(),
    segment_index: z.int().optional().describe('Segment number in its transaction set, ST = 1'),
    byte_offset: z.int(),
    element: z.int().optional(),
    component: z.int().optional(),
    value: z.string().optional().describe('Masked: letters as A or a, digits as 9'),
    value_masked: z.literal(true).optional().describe('Present with `value`, which is masked'),
  })
  .meta({ id: 'Finding' });
export type Finding = z.output<typeof finding>;
export type FindingJson = z.output<typeof finding>;

export const findingCounts = z.object({
  fatal: z.int(),
  error: z.int(),
  warning: z.int(),
  information: z.int(),
});

const source = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    file_id: uuid,
    /** ISA13, GS06 and ST02 as sent. */
    interchange: z.string(),
    group: z.string(),
    set: z.string(),
    /** Counted from 1 in the file. */
    ordinal: z.int(),
    /** CLM segment: its number in the set (ST = 1) and its first byte in the file. */
    segment: z.int(),
    offset: z.int(),
  }),
  z.object({ kind: z.literal('api'), subject: z.string() }),
]);

const conflictKinds = [
  'classification',
  'ambiguous',
  'secondary',
  'unbalanced',
  'reversal',
  'overpaid',
  'primary_reversed',
  'unknown_code',
] as const;

/** What a person must decide. */
export type ConflictKind = (typeof conflictKinds)[number];

const conflictMeanings: Readonly<Record<ConflictKind, string>> = {
  classification: 'contract and standard read a status differently, or a 999 does not state its verdict',
  ambiguous: 'a response may be about this claim or others',
  secondary: 'a new claim for the next payer',
  unbalanced: 'a payment that does not add up is not posted',
  reversal: 'a reversal fits no payment of the visit',
  overpaid: 'more was paid than was agreed',
  primary_reversed: 'an earlier payer changed its decision after a later one had decided by it',
  unknown_code: 'a CARC is in no published list',
};

const conflict = z.object({
  kind: z.enum(conflictKinds).describe(meaningsOf(conflictMeanings)),
  source_id: z.string().describe('Id of the response that shows it'),
  response: z.enum(['999', 'TA1', '277CA', '835']).optional().describe('Kind of the response'),
  found_at: timestamp,
  text: z.string(),
  remittance_ids: z.array(z.string()).optional().describe('For overpaid: the remittances that paid'),
  open: z.literal(true).optional().describe('Keeps the claim in review'),
  resolved_at: timestamp.optional(),
  resolved_by: z.string().optional().describe('Person who resolved it'),
  unmatched_item_id: uuid.optional().describe('Item of GET /api/unmatched for the response'),
});

const claimFields = {
  /** Derived from the place in the file for a claim of a file, so that a second reading finds it. */
  id: uuid,
  version: z.int(),
  /** CLM01. */
  patient_control_number: z.string(),
  /** NM109 of 2010BB; empty if the file has none. */
  payer_id: z.string(),
  payer_name: z.string().optional(),
  /** NM109 of 2010AA; empty for an atypical provider, or if the file has none. */
  billing_npi: z.string(),
  tax_id: z.string().optional(),
  /** NM109 of 2010BA. */
  member_id: z.string().optional(),
  patient_name: z.string().optional(),
  member_name: z.string().optional().describe('Name of the subscriber, if another person is the patient'),
  /** CLM05-3. */
  frequency: z.string(),
  place_of_service: z.string().optional(),
  /** CLM02. */
  total_charge: moneyAmount,
  line_count: z.int(),
  /** First and last day of service of all lines. */
  service_from: z.iso.date().optional(),
  service_to: z.iso.date().optional(),
  /** REF*F8: payer claim control number of the claim that this one corrects or voids. */
  original_claim_number: z.string().optional(),
  lane: claimLane,
  lane_since: timestamp,
  lane_before: claimLane
    .optional()
    .describe(
      'In overdue, in review because of a conflict, and of a dismissed claim that the payer refused: the lane by its responses',
    ),
  lane_reason: z
    .string()
    .optional()
    .describe('In held, and of a dismissed claim: the reason that a person gave'),
  received_at: timestamp,
  updated_at: timestamp,
  source,
  duplicates: z
    .array(z.object({ claim_id: uuid, by: z.enum(['patient_control_number', 'content', 'correction']) }))
    .describe('Earlier claims that this one may duplicate, or another open correction of the same claim'),
  conflicts: z.array(conflict).describe('Decisions about responses that a person must make or has made'),
  finding_counts: findingCounts,
  content_version: z.int().optional().describe('Version of the claim in which its content last changed'),
  corrects: uuid.optional(),
  corrected_by: uuid.optional(),
  voided_by: uuid.optional(),
  secondary_claim_id: uuid
    .optional()
    .describe('Claim for the next payer, made from the remittance of this one'),
  primary_claim_id: uuid.optional().describe('Claim whose remittance this one was made from'),
  primary_remittance_id: z.string().optional(),
  primary_payment_number: z.int().optional().describe('Number of the payment in the remittance'),
  submission_id: z.string().optional(),
  submitted_at: timestamp.optional(),
  batch_id: z.string().optional(),
  payer_status_at: timestamp.optional(),
  payer_status_by_277ca_id: z.string().optional(),
  payer_status_code: z
    .string()
    .optional()
    .describe('Category and status code of the newest 277CA about the last submission, such as `A2:20`'),
  /** Codes of the 999 or TA1 that rejected it, and whether the fault is in this claim or elsewhere in its set. */
  rejected_at: timestamp.optional(),
  rejected_reason: z.string().optional(),
  rejected_by_999_id: z.string().optional(),
  rejected_as: z.enum(['cause', 'collateral']).optional(),
  /** Fields named by the spec. */
  payer_rejected_at: timestamp
    .optional()
    .describe(
      'Time of the 277CA that rejected the claim, whatever followed; of several, the one written last',
    ),
  payer_rejected_reason: z
    .string()
    .optional()
    .describe('Every code of every STC, and the texts of the payer'),
  payer_rejected_status_code: z.string().optional().describe('Of the last STC, such as `A7:562`'),
  payer_rejected_by_277ca_id: z.string().optional(),
  is_unprocessable: z
    .literal(true)
    .optional()
    .describe(
      'The payer returned the claim without processing it (MA130): an edit makes a new claim of frequency 1, not a correction',
    ),
  payer_control_number: z
    .string()
    .optional()
    .describe(
      'Payer claim control number: 835 CLP07 of the first payer that covers the patient, else 277CA REF*1K',
    ),
  remittance_id: z.string().optional(),
  remitted_at: timestamp
    .optional()
    .describe(
      'Day of the newest payment (BPR16), as the beginning of that day in UTC: use its first ten characters',
    ),
  paid: moneyAmount.optional().describe('Sum of CLP04 of its payments, reversals included'),
  patient_responsibility: moneyAmount
    .optional()
    .describe('What the patient owes for the visit, at the claim whose payer determined it'),
  patient_responsibility_by: patientResponsibilityByReason.optional(),
  denial_reasons: z
    .array(z.object({ group: z.string(), reason: z.string(), amount: moneyAmount }))
    .optional()
    .describe('Denials and reductions that stand, by group and reason, the largest first'),
  credit_balance: moneyAmount
    .optional()
    .describe('Paid above the charge less the agreed reductions, at the claim that was paid last'),
  assignee: z.string().optional().describe('Subject of the person who follows the claim up'),
  follow_up_on: z.iso.date().optional().describe('Day on which to look at the claim again'),
};

export const claim = z.object(claimFields).meta({ id: 'Claim' });
export type Claim = z.output<typeof claim>;
export type ClaimJson = z.output<typeof claim>;

const timelineEntry = z
  .looseObject({
    at: timestamp,
    event: z.string().describe('Event type of the audit log, or submission, acknowledgment, payment'),
    audit_entry_id: z.int().optional(),
    actor: z.string().optional(),
    reference: z.string().optional(),
  })
  .meta({ id: 'TimelineEntry' });
export type TimelineEntry = z.output<typeof timelineEntry>;

export const claimDetail = z
  .object({
    ...claimFields,
    content: z
      .looseObject({})
      .describe('The 837P of the claim in the form of ProfessionalClaim, with its transaction'),
    findings: z.array(finding),
    timeline: z.array(timelineEntry).describe('Oldest first'),
    account: claimAccount.optional().describe('What payers said about the visit; only in GET'),
  })
  .meta({ id: 'ClaimDetail' });
export type ClaimDetail = z.output<typeof claimDetail>;
export type ClaimDetailJson = z.output<typeof claimDetail>;
