import * as z from 'zod';
import { writesClaims } from '#contract/claims/operations.ts';
import { fileStateNames } from '#contract/claims/state-names.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { timestamp, uuid } from '#contract/fields.ts';

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

/** Claims or statuses of a response in the reply; the stored response has the rest. */
export const shownResults = 100;

const responseBody = z
  .union([
    z.strictObject({ content: z.string().min(1).describe('X12 text') }),
    z.strictObject({
      key: z.string().regex(/^inbox\/[\s\S]*[^/]$/, 'Expected the key of an object under inbox/'),
    }),
  ])
  .meta({ id: 'ResponseInput' });

/** What a reply shows of the file of parsed responses. */
export const parsedFile = {
  file_id: uuid.describe('File in which the content was received first'),
  state: z.enum(fileStateNames),
  reasons: z
    .array(z.object({ code: z.string(), message: z.string() }))
    .describe('Why the file, or part of it, could not be processed'),
};

/** Declares an endpoint that applies responses. */
export const parsesResponses = {
  ...writesClaims,
  repeats: false,
  deletes: ['unmatched-payments'],
  // A file may hold claims beside its responses, which are taken in and indexed too.
  uses: ['audit-append', 'files', 'search-key'],
  takesX12: true,
  body: responseBody,
  errors: ['not_found', 'wrong_file_kind', 'invalid_envelope', 'file_in_work'],
} as const satisfies Partial<EndpointDeclaration>;

/** What such an endpoint does with any response. */
export const parsing =
  'The body is X12 text, or JSON with `content` or with the `key` of an object in the inbox. The file is processed like a file in the inbox, and moves to the archive or to quarantine. Content that was received before is not applied again; the reply is the first one. The reply has as many sets and claims as fit into 250 kB; the stored response has the rest.';
