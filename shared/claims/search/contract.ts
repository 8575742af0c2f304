import * as z from 'zod';
import { claimLane } from '#claims/claims/account-fields.ts';
import { claim } from '#claims/claims/claim-fields.ts';
import { readsClaims } from '#contract/claims/operations.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, datetime, pageOf, uuid } from '#contract/fields.ts';

const endpoint = endpointsOf('claims', 'claims');

/** Fewer would match too many people to be of use. */
const searchable = /[\p{L}\p{N}].*[\p{L}\p{N}]/u;

const amount = z.number().min(0).max(99_999_999.99).multipleOf(0.01);

const text = (maxLength: number) => z.string().trim().min(1).max(maxLength);

const searchBody = z
  .strictObject({
    patient_control_number: text(100)
      .optional()
      .describe('Beginning of the patient control number, in any letter case, without leading zeros'),
    last_name: z
      .string()
      .max(60)
      .regex(searchable, 'Use at least two letters')
      .optional()
      .describe(
        'Beginning of the last name of patient or subscriber. Two letters are a complete name. Accents, blanks and punctuation do not count.',
      ),
    first_name: text(35).optional().describe('Beginning of the first name; `last_name` is then complete'),
    member_id: z
      .string()
      .max(80)
      .regex(searchable, 'Use at least two letters or digits')
      .optional()
      .describe('Complete member id of the subscriber. Blanks, punctuation and letter case do not count.'),
    amount: amount.optional().describe('Total charge of the claim'),
    amount_from: amount.optional().describe('Claims with this total charge or more'),
    amount_to: amount.optional().describe('Claims with this total charge or less'),
    file_id: uuid.optional().describe('Claims of this file'),
    submission_id: text(80).optional().describe('Claims that were sent with this submission'),
    billing_npi: text(80).optional().describe('Claims of the billing provider with this NPI'),
    payer_id: text(80).optional().describe('Claims for this payer'),
    lanes: z
      .array(claimLane)
      .min(1)
      .max(15)
      .optional()
      .describe('Claims in one of these lanes; `closed` for replaced claims, `dismissed` for dismissed ones'),
    received_from: datetime.optional().describe('Claims received at this time or later'),
    received_to: datetime.optional().describe('Claims received at this time or earlier'),
    service_from: z.iso.date().optional().describe('Claims with a service on or after this day'),
    service_to: z.iso.date().optional().describe('Claims with a service on or before this day'),
    sort: z
      .enum(['-received_at', 'received_at', '-service_from', 'service_from', '-total_charge', 'total_charge'])
      .default('-received_at')
      .describe('Order of the claims; a leading `-` is descending'),
    limit: z.int().min(1).max(200).default(50).describe('Maximum claims on a page'),
    cursor: cursorQuery.cursor,
  })
  .refine(({ last_name, first_name }) => first_name === undefined || last_name !== undefined, {
    path: ['last_name'],
    message: 'Send last_name with first_name',
  })
  .refine((body) => body.amount === undefined || (body.amount_from ?? body.amount_to) === undefined, {
    path: ['amount'],
    message: 'Send amount, or amount_from and amount_to',
  })
  .meta({ id: 'ClaimSearch' });

export const searchClaims = endpoint('POST', '/api/claims/search', 'search-claims', {
  ...readsClaims,
  scoped: true,
  safe: true,
  summary: 'Search claims',
  description:
    'Returns claims that fulfill all criteria. A POST, because the criteria include names and member ids, and addresses of requests are logged. Names and member ids are found through keyed hashes. A page may have fewer claims than its limit, or none, and still have a next page. The result may lag behind a change by a moment.',
  uses: ['search-key'],
  body: searchBody,
  responses: {
    200: {
      description: 'Claims in the requested order',
      schema: pageOf(claim),
    },
  },
  errors: ['invalid_cursor'],
});
