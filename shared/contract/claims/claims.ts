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

/** A claim as JSON, and the claim that it takes the place of. */
const claimInput = z
  .strictObject({
    ...professionalClaimFields,
    corrects: uuid
      .optional()
      .describe('Claim that this one corrects (frequency 7), voids (8) or replaces (1)'),
    characters: z
      .enum(['refuse', 'transliterate'])
      .optional()
      .describe('Characters outside of the X12 sets: refuse them (default), or write them in ASCII (é as e)'),
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
    'The claim is written as an 837P and checked by the same edits as a file. With error findings it is a draft, as a possible duplicate it goes to review, else it is ready. Frequency 7 and 8 correct and void a claim that the payer has: its number for that claim is taken from the last remittance unless `references.original_claim_number` gives one. While a correction or void of a claim is open, another one is 409 with its id; `corrects` with that id takes its place before it is sent. Frequency 1 with `corrects` takes the place of a claim that the payer never took. The answer tells the first 100 findings, the claim itself has them all.',
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
    "Creates a claim of frequency 8 with the content of this one and the payer's number for it from the last remittance. While an earlier correction or void of it is open, the answer is 409 with its id.",
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
  summary: 'Let a claim out of review',
  description:
    'The decision of a person. A claim that was not sent becomes ready; with errors it becomes a draft again, and while another correction of the same claim is open the answer is 409 with its id. For a claim that was sent, `lane` says where it is: it is never sent again. All open conflicts are resolved by the caller.',
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
      .describe('Where a claim is that was sent; not allowed for one that was not sent'),
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
  summary: 'Claims, newest first',
  description:
    'Filters narrow each other. A page may hold fewer claims than its limit, or none, and still have a next one. Lists may lag behind a change by a moment.',
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
  summary: 'One claim with its content, findings and timeline',
  access: { kind: 'claims', roles: ['biller', 'auditor', 'admin'] },
  data: 'read',
  uses: ['audit-entries'],
  parameters: claimId,
  responses: { 200: { description: 'The claim', schema: dataOf(claimDetail) } },
  errors: ['not_found'],
});
