import * as z from 'zod';
import { moneyAmount, timestamp, uuid } from '../../fields.ts';
import { claimLane } from '../claim-lane.ts';

export const responseFields = {
  id: uuid,
  file_id: uuid,
  received_at: timestamp,
  sender: z.string().describe('ISA06'),
  interchange_control_number: z.string(),
};

export const sameNumbersAs = uuid
  .optional()
  .describe('An earlier response with the same numbers and other content');

/** Facts of a payment that show whether it is for a claim. */
export const failedCriterion = z.enum(['payee', 'patient', 'amount', 'dates', 'payer']);

/** The claim that an item of a response is about; `keys` are the numbers by which claims are found. */
export const claimMatch = <const Key extends string>(keys: readonly Key[]) =>
  z.discriminatedUnion('result', [
    z.object({
      result: z.literal('matched'),
      claim_id: uuid,
      by: z.enum(keys),
      narrowed_by: z.array(z.string()).describe('Facts that distinguished claims with the same number'),
      differs_in: z.array(z.string()).describe('Facts in which response and claim differ'),
    }),
    z.object({ result: z.literal('ambiguous'), claim_ids: z.array(uuid) }),
    z.object({
      result: z.literal('unmatched'),
      failed: z.array(failedCriterion).optional().describe('What speaks against the claim with its number'),
    }),
  ]);

const adjustment = z.object({
  group: z.string().describe('CO, OA, PI, PR'),
  reason: z.string().describe('CARC'),
  amount: moneyAmount,
  quantity: z.number().optional(),
  text: z.string().optional(),
});

const remark = z.object({ code: z.string(), qualifier: z.string().optional(), text: z.string().optional() });

const equation = z
  .object({
    level: z.enum(['line', 'claim', 'transaction']),
    rule: z.string(),
    computed: moneyAmount,
    stated: moneyAmount,
    difference: moneyAmount,
    claim: z.int().optional(),
    line: z.int().optional(),
    terms: z.array(z.object({ name: z.string(), amount: moneyAmount })),
  })
  .meta({ id: 'BalanceEquation' });
export type BalanceEquation = z.output<typeof equation>;

const providerAdjustment = z.object({
  provider: z.string(),
  fiscal_period: z.string().optional(),
  reason: z.string(),
  text: z.string().optional(),
  reference: z.string().optional(),
  amount: moneyAmount.describe('A positive amount lowers the payment'),
});

const party = z.object({
  name: z.string(),
  id_qualifier: z.string().optional(),
  id: z.string().optional(),
});

const remittanceFields = {
  ...responseFields,
  state: z.enum(['reading', 'applying', 'applied']),
  group_control_number: z.string(),
  set_control_number: z.string(),
  payment: z.object({
    amount: moneyAmount.describe('BPR02: `paid` less the provider-level adjustments'),
    method: z.string().describe('BPR04'),
    handling: z.string().describe('BPR01'),
    direction: z.string(),
    date: z.string().optional().describe('BPR16, a day of the calendar'),
    trace: z.string().describe('TRN02: check number or trace of the transfer'),
    originator: z.string(),
  }),
  payer: party,
  payee: z.object({ ...party.shape, tax_id: z.string().optional() }),
  same_numbers_as: sameNumbersAs,
  possible_reissue: z
    .boolean()
    .optional()
    .describe('All its payments are known under another trace, so a person decides whether they count'),
  production_date: z.string().optional(),
  currency: z.string().optional(),
  claim_count: z.int(),
  charge: moneyAmount.describe('Sum of CLP03'),
  paid: moneyAmount.describe('Paid for claims: sum of CLP04, before provider-level adjustments'),
  provider_adjustments: z.array(providerAdjustment),
  balance: z
    .object({
      balanced: z.boolean(),
      unbalanced_lines: z.int(),
      unbalanced_claims: z.int(),
      transaction: equation,
      first_unbalanced: equation.optional(),
    })
    .optional()
    .describe('Absent while the remittance is read'),
  reversals: z.array(
    z.object({
      reversal: z.int().describe('Number of the claim in the remittance'),
      original: z.int().optional(),
      correction: z.int().optional(),
      negates: z.boolean().optional(),
      net: moneyAmount,
    }),
  ),
  counts: z.object({
    matched: z.int(),
    unmatched: z.int(),
    ambiguous: z.int(),
    held: z.int().describe('Not posted because they do not balance, or may be issued again'),
    paid: z.int(),
    denied: z.int(),
    underpaid: z.int(),
    reversed: z.int(),
    other: z.int(),
  }),
};

export const remittance = z.object(remittanceFields).meta({ id: 'Remittance' });
export type Remittance = z.output<typeof remittance>;
export type RemittanceJson = z.output<typeof remittance>;

const match = claimMatch(['patient_control_number', 'payer_control_number', 'hand']);

const serviceLine = z.object({
  line: z.int(),
  billed_line: z.int().optional().describe('Place of the line in the claim'),
  matched_by: z
    .enum(['REF*6R', 'LX01', 'procedure_date_charge', 'only_line', 'none'])
    .optional()
    .describe('Absent until the claim is known'),
  ambiguous: z.array(z.int()).optional().describe('Billed lines that fit as well'),
  procedure: z.string(),
  procedure_qualifier: z.string(),
  modifiers: z.array(z.string()),
  billed_procedure: z.string().optional(),
  charge: moneyAmount,
  paid: moneyAmount,
  units: z.number(),
  revenue_code: z.string().optional(),
  service_date: z.string().optional(),
  service_date_end: z.string().optional(),
  line_control_number: z.string().optional(),
  adjustments: z.array(adjustment),
  remarks: z.array(remark),
});

export const remittanceClaim = z
  .object({
    number: z.int(),
    patient_control_number: z.string(),
    payer_control_number: z.string(),
    status_code: z.string().describe('CLP02'),
    status_text: z.string().optional(),
    charge: moneyAmount,
    paid: moneyAmount,
    patient_responsibility: moneyAmount.describe('What this payment leaves to the patient'),
    filing_indicator: z.string(),
    frequency: z.string().optional(),
    service_from: z.string().optional(),
    service_to: z.string().optional(),
    corrected_member_id: z.string().optional(),
    adjustments: z.array(adjustment),
    remarks: z.array(remark),
    service_lines: z.array(serviceLine),
    match: match.optional().describe('Absent until it is posted'),
    outcome: z
      .enum(['reversed', 'estimate', 'forwarded', 'pended', 'paid', 'underpaid', 'denied'])
      .optional(),
    held: z.enum(['claim_unbalanced', 'transaction_unbalanced', 'possible_reissue']).optional(),
    lane: claimLane.optional().describe('Lane of the claim afterwards'),
    posted_at: timestamp.optional(),
  })
  .meta({ id: 'RemittanceClaim' });
export type RemittanceClaim = z.output<typeof remittanceClaim>;
export type RemittanceClaimJson = z.output<typeof remittanceClaim>;

export const remittanceDetail = z
  .object({
    ...remittanceFields,
    claims: z.array(remittanceClaim).describe('A page of its claims'),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'RemittanceDetail' });
export type RemittanceDetail = z.output<typeof remittanceDetail>;
export type RemittanceDetailJson = z.output<typeof remittanceDetail>;
