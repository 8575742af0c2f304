import * as z from 'zod';
import { declareEndpoint } from '../endpoint.ts';
import { cursorQuery, dataOf, datetime, pageOf, uuid } from '../fields.ts';
import { claim, claimDetail } from './claim-records.ts';
import { professionalClaimFields } from './professional-claim.ts';
import { laneNames } from './state-names.ts';

/** Lanes of claims that were sent. */
const decidedLanes = [
  'submitted',
  'accepted',
  'pending',
  'rejected',
  'payer_rejected',
  'paid',
  'denied',
  'underpaid',
] as const;

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

export const createClaim = declareEndpoint({
  service: 'claims',
  name: 'create-claim',
  method: 'POST',
  path: '/api/claims',
  tag: 'claims',
  summary: 'Create a claim from JSON',
  description:
    'Checks the claim with the same edits as an 837P file. A claim with errors is a draft, a possible duplicate goes to review, any other claim is ready. Frequency 7 corrects and frequency 8 voids a claim that the payer has; the payer claim control number comes from the last remittance unless `references.original_claim_number` is given. While a correction or void of a claim is open, a second one is 409 with the id of the open one; before that is sent, `corrects` with its id replaces it. Frequency 1 with `corrects` replaces a claim that the payer never accepted. The response lists the first 100 findings; GET /api/claims/{id} lists all.',
  access: { kind: 'claims', roles: ['biller', 'admin'] },
  data: 'write',
  uses: ['audit-append'],
  idempotent: true,
  body: claimInput,
  responses: { 201: { description: 'The claim', schema: dataOf(claimDetail) } },
  errors: ['unknown_claim', 'no_payer_claim_number', 'not_correctable', 'conflict'],
});

export const voidClaim = declareEndpoint({
  service: 'claims',
  name: 'void-claim',
  method: 'POST',
  path: '/api/claims/{id}/void',
  tag: 'claims',
  summary: 'Void a claim that the payer has',
  description:
    'Creates a claim of frequency 8 with the content of this claim and the payer claim control number of its last remittance. While a correction or void of the claim is open, the response is 409 with its id.',
  access: { kind: 'claims', roles: ['biller', 'admin'] },
  data: 'write',
  uses: ['audit-append'],
  idempotent: true,
  parameters: claimId,
  responses: { 201: { description: 'The claim that voids it', schema: dataOf(claimDetail) } },
  errors: ['not_found', 'no_payer_claim_number', 'not_correctable', 'conflict'],
});

export const releaseClaim = declareEndpoint({
  service: 'claims',
  name: 'release-claim',
  method: 'POST',
  path: '/api/claims/{id}/release',
  tag: 'claims',
  summary: 'Release a claim from review',
  description:
    'Records the decision of a person, and resolves all open conflicts. A claim that was not sent becomes ready, or a draft if it has errors; while another correction of the same claim is open, the response is 409 with its id. A claim that was sent moves to `lane` and is never sent again.',
  access: { kind: 'claims', roles: ['biller', 'admin'] },
  data: 'write',
  uses: ['audit-append'],
  idempotent: true,
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

export const listClaims = declareEndpoint({
  service: 'claims',
  name: 'list-claims',
  method: 'GET',
  path: '/api/claims',
  tag: 'claims',
  summary: 'List claims, newest first',
  description:
    'Returns claims that match all filters. A page may have fewer claims than its limit, or none, and still have a next page. Lists may lag behind a change by a moment.',
  access: { kind: 'claims', roles: ['biller', 'auditor', 'admin'] },
  data: 'read',
  query: z.strictObject({
    lane: z.enum(laneNames).optional().describe('Claims in this lane'),
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
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Claims, newest first', schema: pageOf(claim) } },
  errors: ['invalid_cursor'],
});

export const getClaim = declareEndpoint({
  service: 'claims',
  name: 'get-claim',
  method: 'GET',
  path: '/api/claims/{id}',
  tag: 'claims',
  summary: 'Get a claim with its content, findings and timeline',
  access: { kind: 'claims', roles: ['biller', 'auditor', 'admin'] },
  data: 'read',
  uses: ['audit-entries'],
  parameters: claimId,
  responses: { 200: { description: 'The claim', schema: dataOf(claimDetail) } },
  errors: ['not_found'],
});
