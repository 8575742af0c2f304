import * as z from 'zod';
import { declareEndpoint, type EndpointDeclaration } from '../../endpoint.ts';
import { dataOf, uuid } from '../../fields.ts';
import { fileStateNames } from '../state-names.ts';
import {
  claimAcknowledgmentDetail,
  claimStatus,
  implementationAcknowledgmentDetail,
} from './acknowledgment-records.ts';
import { remittanceDetail } from './remittance-records.ts';

/** How many claims or statuses of an answer are shown at once; the rest is had from the stored answer. */
export const shownResults = 100;

const answerBody = z
  .union([
    z.strictObject({ content: z.string().min(1).describe('X12 text') }),
    z.strictObject({
      key: z.string().regex(/^inbox\/[\s\S]*[^/]$/, 'Expected the key of an object under inbox/'),
    }),
  ])
  .meta({ id: 'AnswerInput' });

const fileFields = {
  file_id: uuid.describe('File that brought it first'),
  state: z.enum(fileStateNames),
  reasons: z
    .array(z.object({ code: z.string(), message: z.string() }))
    .describe('Why it, or part of it, could not be processed'),
};

const common = {
  service: 'claims',
  method: 'POST',
  access: { kind: 'claims', roles: ['biller', 'admin'] },
  data: 'write',
  deletes: ['awaited-payments'],
  uses: ['audit-append', 'files'],
  idempotent: true,
  takesX12: true,
  body: answerBody,
  errors: ['not_found', 'wrong_file_kind', 'file_in_work'],
} as const satisfies Partial<EndpointDeclaration>;

const description =
  'The body is X12 text, or JSON with `content` or with the `key` of an object in the inbox. The file is processed as one of the inbox is, archive and quarantine included. Content that came before is not applied again: the answer is that of the first time. A long answer shows as many sets and claims as 250 kB hold: the stored answer has the rest.';

export const parseImplementationAcknowledgment = declareEndpoint({
  ...common,
  name: 'parse-implementation-acknowledgment',
  path: '/api/parse-999',
  tag: 'acknowledgments',
  summary: 'Apply a 999 or TA1 to the claims that it is about',
  description: `${description} Every claim of a refused set, group or interchange goes to lane \`rejected\`, with one audit event \`claim.rejected\` each.`,
  responses: {
    200: {
      description: 'What it said and did',
      schema: dataOf(
        z.object({ ...fileFields, acknowledgments: z.array(implementationAcknowledgmentDetail) }),
      ),
    },
  },
});

export const parseClaimAcknowledgment = declareEndpoint({
  ...common,
  name: 'parse-claim-acknowledgment',
  path: '/api/parse-277ca',
  tag: 'acknowledgments',
  summary: 'Apply a 277CA to the claims that it is about',
  description: `${description} Every claim that a status rejects goes to lane \`payer_rejected\`, with one audit event \`claim.payer_rejected\` each; one that the two readings of its status disagree about goes to \`review\`.`,
  responses: {
    200: {
      description:
        'What it said and did; `statuses` and `unscoped_statuses` of all acknowledgments in the file',
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
});

export const parseRemittance = declareEndpoint({
  ...common,
  name: 'parse-remittance',
  path: '/api/parse-835',
  tag: 'remittances',
  summary: 'Post an 835 to the claims that it is about',
  description: `${description} What does not balance is stored and not posted: its claims go to \`review\`. A claim that is not known yet is posted when it comes.`,
  responses: {
    200: {
      description: 'What it said and did',
      schema: dataOf(z.object({ ...fileFields, remittances: z.array(remittanceDetail) })),
    },
  },
});
