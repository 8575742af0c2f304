import * as z from 'zod';
import { claimLane } from '#claims/claims/account-fields.ts';
import {
  claimMatch,
  parsedFile,
  parsesResponses,
  parsing,
  responseFields,
  sameNumbersAs,
} from '#claims/files/response-fields.ts';
import { replyShape, without } from '#contract/claims/described-reply.ts';
import { readsClaims } from '#contract/claims/operations.ts';
import { csvFormat } from '#contract/csv.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import {
  cursorQuery,
  dataOf,
  datetime,
  moneyAmount,
  pageOf,
  queryInteger,
  timestamp,
  uuid,
} from '#contract/fields.ts';
import { claimPayment, line } from '#x12/835/model.ts';

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
    .describe(
      'Its payments are known under another trace, or with other content under this one, so a person decides whether they count',
    ),
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

/** No rule of the service reads them. */
const qualifiedLists = ['references', 'amounts', 'quantities'] as const;

/** A line as its payer sent it, without what replies leave out. */
export const shownLine = without(
  line,
  ...(['number', 'procedure', 'billedProcedure', 'billedUnits', ...qualifiedLists] as const),
);

/** Names are left out: the claim has them. */
const parties = [
  ...(['patient', 'insured', 'correctedInsured', 'otherSubscriber', 'contacts'] as const),
  ...(['renderingProvider', 'crossoverCarrier', 'correctedPriorityPayer'] as const),
] as const;

const institutional = ['drg', 'drgWeight', 'dischargeFraction', 'inpatient', 'outpatient'] as const;

/** A payment as its payer sent it, without what replies leave out. */
export const shownPayment = without(
  claimPayment,
  ...(['number', 'lines', 'header', 'isComplete', ...parties, ...institutional, ...qualifiedLists] as const),
  ...(['facilityType', 'coverageExpiration', 'received', 'patientResponsibility'] as const),
);

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
  ...replyShape(shownLine),
  adjustments: z.array(adjustment),
  remarks: z.array(remark),
});

const paymentShape = replyShape(shownPayment);

export const remittanceClaim = z
  .object({
    number: z.int(),
    ...paymentShape,
    status_code: paymentShape.status_code.describe('CLP02'),
    status_text: z.string().optional(),
    patient_responsibility: moneyAmount.describe('What this payment leaves to the patient'),
    statement_from: paymentShape.statement_from.describe('DTM*232'),
    statement_to: paymentShape.statement_to.describe('DTM*233'),
    corrected_member_id: z.string().optional(),
    adjustments: z.array(adjustment),
    remarks: z.array(remark),
    service_lines: z.array(serviceLine),
    match: match.optional().describe('Absent until it is posted'),
    outcome: z
      .enum(['reversed', 'estimate', 'forwarded', 'pended', 'paid', 'underpaid', 'denied'])
      .optional()
      .describe('By this payment alone; the lane of the claim follows from all its payments'),
    held: z.enum(['claim_unbalanced', 'transaction_unbalanced', 'possible_reissue']).optional(),
    lane: claimLane.optional().describe('Lane that the claim had afterwards; it may have moved since'),
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

const endpoint = endpointsOf('claims', 'remittances');

export const getEob = endpoint('GET', '/api/remittances/{id}/eob', 'get-eob', {
  ...readsClaims,
  resource: remittance,
  scoped: true,
  summary: 'Get a remittance as an explanation of benefits for people',
  description:
    'One HTML page to read and print, without scripts or other files, or the same as PDF (`Accept: application/pdf` or `format=pdf`). It shows the payment, each claim with its lines, adjustments and remarks with their texts, and provider-level adjustments. It contains names of patients. `Link` has the next page.',
  parameters: z.object({ id: uuid.describe('Id of the remittance') }),
  query: z.strictObject({
    claim: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'Expected the number of a claim')
      .transform(Number)
      .optional()
      .meta({ openapi: { type: 'integer', minimum: 1, maximum: 999_999_999 } })
      .describe('Only the claim with this number in the remittance'),
    format: z.enum(['html', 'pdf']).optional().describe('Media type of the page, instead of `Accept`'),
    limit: queryInteger(1, 100, 50).describe('Maximum claims on a page'),
    cursor: cursorQuery.cursor,
  }),
  responses: {
    200: { description: 'The page', text: { 'text/html': '<!doctype html>', 'application/pdf': '%PDF-1.4' } },
  },
  errors: ['not_found', 'invalid_cursor'],
});

export const listRemittances = endpoint('GET', '/api/remittances', 'list-remittances', {
  ...readsClaims,
  scoped: true,
  errors: ['invalid_cursor'],
  summary: 'List stored remittances, newest first',
  query: z.strictObject({
    payer_id: z.string().min(1).max(80).optional().describe('N104 of the payer, REF*2U, or TRN03'),
    received_from: datetime.optional().describe('Remittances received at this time or later'),
    received_to: datetime.optional().describe('Remittances received at this time or earlier'),
    ...csvFormat,
    ...cursorQuery,
  }),
  responses: {
    200: {
      description: 'Remittances, newest first',
      schema: pageOf(remittance),
      text: {
        'text/csv':
          'id,state,received_at,payer_id,payer_name,payee_id,payment_date,method,trace,amount,claim_count,charge,paid,balanced,provider_adjustments,provider_adjusted,matched,unmatched,held,denied,file_id\r\n',
      },
    },
  },
});

export const getRemittance = endpoint('GET', '/api/remittances/{id}', 'get-remittance', {
  ...readsClaims,
  resource: remittance,
  scoped: true,
  errors: ['not_found', 'invalid_cursor'],
  summary: 'Get a remittance with its balance and a page of its claims',
  parameters: z.object({ id: uuid.describe('Id of the remittance') }),
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'The remittance', schema: dataOf(remittanceDetail) } },
});

export const parseRemittance = endpoint('POST', '/api/parse-835', 'parse-remittance', {
  ...parsesResponses,
  summary: 'Post an 835 to its claims',
  description: `${parsing} A payment that does not balance is stored and not posted; its claim moves to \`review\`. A payment that may be issued again is not posted either, and its claim stays in its lane. A payment whose claim is not known yet is posted when the claim arrives.`,
  responses: {
    200: {
      description: 'The file and its responses',
      schema: dataOf(z.object({ ...parsedFile, remittances: z.array(remittanceDetail) })),
    },
  },
});
