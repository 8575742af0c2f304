import * as z from 'zod';
import { readsClaims, writesClaims } from '#contract/claims/operations.ts';
import { decidedLanes, laneNames } from '#contract/claims/state-names.ts';
import { csvFormat } from '#contract/csv.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, datetime, moneyAmount, pageOf, timestamp, uuid } from '#contract/fields.ts';
import { professionalClaimFields } from '../edits/professional-claim-fields.ts';
import { claim, claimDetail } from './claim-fields.ts';

const claimEndpoint = endpointsOf('claims', 'claims');
const inboxEndpoint = endpointsOf('claims', 'inbox');

const claimId = z.object({ id: uuid.describe('Id of the claim') });

const claimInput = z
  .strictObject({
    ...professionalClaimFields,
    corrects: uuid
      .optional()
      .describe('Claim that this one corrects (frequency 7), voids (8) or replaces (1)'),
    characters: z
      .enum(['refuse', 'transliterate'])
      .optional()
      .describe(
        'Characters outside the X12 character set: refuse (default) or transliterate to ASCII (é to e)',
      ),
  })
  .meta({ id: 'ClaimInput' });

export const createClaim = claimEndpoint('POST', '/api/claims', 'create-claim', {
  ...writesClaims,
  scoped: true,
  summary: 'Create a claim from JSON',
  description:
    'Checks the claim with the same edits as an 837P file. A claim with errors is a draft, a possible duplicate goes to review, any other claim is ready. Frequency 7 corrects and frequency 8 voids a claim that the payer has; the payer claim control number comes from the payments and 277CA of its payer unless `references.original_claim_number` is given. While a correction or void of a claim is open, a second one is 409 with the id of the open one; before that is sent, `corrects` with its id replaces it. Frequency 1 with `corrects` replaces a claim that the payer never accepted. The response lists the first 100 findings; GET /api/claims/{id} lists all.',
  uses: ['audit-append', 'search-key'],
  body: claimInput,
  responses: { 201: { description: 'The claim', schema: dataOf(claimDetail) } },
  errors: ['unknown_claim', 'no_payer_claim_number', 'not_correctable', 'conflict', 'provider_scope'],
});

export const voidClaim = claimEndpoint('POST', '/api/claims/{id}/void', 'void-claim', {
  ...writesClaims,
  resource: claimDetail,
  scoped: true,
  summary: 'Void a claim that the payer has',
  description:
    'Creates a claim of frequency 8 with the content of this claim and the payer claim control number from the payments and 277CA of its payer. While a correction or void of the claim is open, the response is 409 with its id.',
  uses: ['audit-append', 'search-key'],
  parameters: claimId,
  responses: { 201: { description: 'The claim that voids it', schema: dataOf(claimDetail) } },
  errors: ['not_found', 'no_payer_claim_number', 'not_correctable', 'conflict'],
});

export const movePayment = claimEndpoint('POST', '/api/claims/{id}/payment-moves', 'move-payment', {
  ...writesClaims,
  resource: claim,
  scoped: true,
  summary: 'Move a payment to another claim of the visit',
  description:
    'Rules decide whether a payment settles the original, a correction or a claim for a later payer; `settles_by` in the account names the rule. A person can choose another claim of the visit. Lanes and amounts of all claims of the visit follow, and the audit log gets `claim.payment_moved`.',
  uses: ['audit-append'],
  versioned: true,
  parameters: claimId,
  body: z.strictObject({
    remittance_id: z.string().min(1).max(100),
    payment_number: z.int().min(1),
    to: uuid.describe('Claim of the visit that the payment settles'),
  }),
  responses: { 200: { description: 'The claim of the path', schema: dataOf(claim) } },
  errors: ['not_found', 'unknown_claim', 'conflict', 'precondition_failed'],
});

export const releaseClaim = claimEndpoint('POST', '/api/claims/{id}/release', 'release-claim', {
  ...writesClaims,
  resource: claim,
  scoped: true,
  summary: 'Release a claim from review',
  description:
    'Records the decision of a person, and resolves all open conflicts. A claim that was not sent becomes ready, or a draft if it has errors; while another correction of the same claim is open, the response is 409 with its id. A claim that was sent moves to `lane`, which holds until another response arrives, and is never sent again.',
  uses: ['audit-append'],
  // A person decides about what was shown: the doubts of a later response are not resolved unseen.
  repeats: false,
  versioned: true,
  parameters: claimId,
  query: z.strictObject({
    lane: z
      .enum(decidedLanes)
      .optional()
      .describe('New lane of a claim that was sent; not allowed for a claim that was not sent'),
  }),
  responses: { 200: { description: 'The claim in its new lane', schema: dataOf(claim) } },
  errors: [
    'not_found',
    'not_in_review',
    'not_correctable',
    'payer_not_configured',
    'precondition_failed',
    'conflict',
  ],
});

export const listClaims = claimEndpoint('GET', '/api/claims', 'list-claims', {
  ...readsClaims,
  scoped: true,
  summary: 'List claims, newest first',
  description:
    'Returns claims that match all filters. A page may have fewer claims than its limit, or none, and still have a next page. Lists may lag behind a change by a moment.',
  query: z.strictObject({
    lane: z
      .enum([...laneNames, 'dismissed'])
      .optional()
      .describe('Claims in this lane, or dismissed claims'),
    payer_id: z.string().min(1).max(80).optional().describe('Claims for this payer'),
    billing_npi: z
      .string()
      .min(1)
      .max(80)
      .optional()
      .describe('Claims of the billing provider with this NPI'),
    patient_control_number: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Claims with this patient control number'),
    received_from: datetime.optional().describe('Claims received at this time or later'),
    received_to: datetime.optional().describe('Claims received at this time or earlier'),
    service_from: z.iso.date().optional().describe('Claims with a service on or after this day'),
    service_to: z.iso.date().optional().describe('Claims with a service on or before this day'),
    ...csvFormat,
    ...cursorQuery,
  }),
  responses: {
    200: {
      description: 'Claims, newest first',
      schema: pageOf(claim),
      text: {
        'text/csv':
          'id,patient_control_number,lane,lane_since,payer_id,payer_name,billing_npi,member_id,patient_name,frequency,place_of_service,total_charge,line_count,service_from,service_to,received_at,submitted_at,payer_control_number,payer_status_code,rejected_reason,payer_rejected_at,payer_rejected_reason,payer_rejected_status_code,remittance_id,remitted_at,paid,patient_responsibility,deductible,coinsurance,copay,other_patient_responsibility,credit_balance,corrects,corrected_by,voided_by,errors\r\n',
      },
    },
  },
  errors: ['invalid_cursor'],
});

export const getClaim = claimEndpoint('GET', '/api/claims/{id}', 'get-claim', {
  ...readsClaims,
  resource: claimDetail,
  scoped: true,
  summary: 'Get a claim with its content, findings, timeline and account',
  uses: ['audit-entries'],
  parameters: claimId,
  responses: { 200: { description: 'The claim', schema: dataOf(claimDetail) } },
  errors: ['not_found'],
});

export const claimsShownPerLane = 5;

const lane = z
  .object({
    lane: z.enum(laneNames),
    count: z.int(),
    amount: moneyAmount.describe('Sum of the total charges'),
    oldest_at: timestamp.nullable().describe('When its oldest claim entered the lane'),
    newest_at: timestamp.nullable().describe('When its newest claim entered the lane'),
    claims: z.array(claim).describe('The claims that have been in the lane longest'),
  })
  .meta({ id: 'Lane' });
export type Lane = z.output<typeof lane>;

export const listLanes = inboxEndpoint('GET', '/api/inbox/lanes', 'list-lanes', {
  ...readsClaims,
  scoped: true,
  summary: 'List the lanes of the inbox',
  description:
    'Counts and amounts are exact. The claims shown may lag behind a change by a moment; `GET /api/claims?lane=` lists all claims of a lane.',
  query: z.strictObject(csvFormat),
  responses: {
    200: {
      description: 'All lanes',
      schema: z.object({ data: z.array(lane) }),
      text: { 'text/csv': 'lane,count,amount,oldest_at,newest_at\r\n' },
    },
  },
});
