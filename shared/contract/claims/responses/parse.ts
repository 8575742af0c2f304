import * as z from 'zod';
import { type EndpointDeclaration, endpointsOf } from '../../endpoint.ts';
import { dataOf, uuid } from '../../fields.ts';
import { writesClaims } from '../operations.ts';
import { fileStateNames } from '../state-names.ts';
import {
  claimAcknowledgmentDetail,
  claimStatus,
  implementationAcknowledgmentDetail,
} from './acknowledgment-records.ts';
import { remittanceDetail } from './remittance-records.ts';

const acknowledgmentEndpoint = endpointsOf('claims', 'acknowledgments');
const remittanceEndpoint = endpointsOf('claims', 'remittances');

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

const fileFields = {
  file_id: uuid.describe('File in which the content was received first'),
  state: z.enum(fileStateNames),
  reasons: z
    .array(z.object({ code: z.string(), message: z.string() }))
    .describe('Why the file, or part of it, could not be processed'),
};

const common = {
  ...writesClaims,
  deletes: ['unmatched-payments'],
  // A file may hold claims beside its responses, which are taken in and indexed too.
  uses: ['audit-append', 'files', 'search-key'],
  takesX12: true,
  body: responseBody,
  errors: ['not_found', 'wrong_file_kind', 'invalid_envelope', 'file_in_work'],
} as const satisfies Partial<EndpointDeclaration>;

const description =
  'The body is X12 text, or JSON with `content` or with the `key` of an object in the inbox. The file is processed like a file in the inbox, and moves to the archive or to quarantine. Content that was received before is not applied again; the reply is the first one. The reply has as many sets and claims as fit into 250 kB; the stored response has the rest.';

export const parseImplementationAcknowledgment = acknowledgmentEndpoint(
  'POST',
  '/api/parse-999',
  'parse-implementation-acknowledgment',
  {
    ...common,
    summary: 'Apply a 999 or TA1 to its claims',
    description: `${description} Every claim of a rejected set, group or interchange moves to lane \`rejected\`, with one audit event \`claim.rejected\` each.`,
    responses: {
      200: {
        description: 'The file and its responses',
        schema: dataOf(
          z.object({ ...fileFields, acknowledgments: z.array(implementationAcknowledgmentDetail) }),
        ),
      },
    },
  },
);

export const parseClaimAcknowledgment = acknowledgmentEndpoint(
  'POST',
  '/api/parse-277ca',
  'parse-claim-acknowledgment',
  {
    ...common,
    summary: 'Apply a 277CA to its claims',
    description: `${description} Every claim that a status rejects moves to lane \`payer_rejected\`, with one audit event \`claim.payer_rejected\` each; a claim whose status has two contradicting readings moves to \`review\`.`,
    responses: {
      200: {
        description:
          'The file and its acknowledgments, with the `statuses` and `unscoped_statuses` of all of them',
        schema: dataOf(
          z.object({
            ...fileFields,
            statuses: z.array(claimStatus),
            unscoped_statuses: claimAcknowledgmentDetail.shape.unscoped_statuses,
            acknowledgments: z.array(
              claimAcknowledgmentDetail.omit({ statuses: true, unscoped_statuses: true }),
            ),
          }),
        ),
      },
    },
  },
);

export const parseRemittance = remittanceEndpoint('POST', '/api/parse-835', 'parse-remittance', {
  ...common,
  summary: 'Post an 835 to its claims',
  description: `${description} A payment that does not balance is stored and not posted; its claim moves to \`review\`. A payment whose claim is not known yet is posted when the claim arrives.`,
  responses: {
    200: {
      description: 'The file and its responses',
      schema: dataOf(z.object({ ...fileFields, remittances: z.array(remittanceDetail) })),
    },
  },
});
