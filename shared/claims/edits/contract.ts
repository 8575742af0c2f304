import * as z from 'zod';
import { readsClaims, writesClaims } from '#contract/claims/operations.ts';
import { csvFormat } from '#contract/csv.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, uuid } from '#contract/fields.ts';
import { claim, claimDetail } from '../claims/claim-fields.ts';

const endpoint = endpointsOf('claims', 'claims');

const claimId = z.object({ id: uuid.describe('Id of the claim') });

const contentChange = z
  .object({
    path: z.string().describe('JSON pointer into `content`, such as /lines/0/charge'),
    change: z.enum(['added', 'removed', 'changed']),
  })
  .meta({ id: 'ContentChange' });
export type ContentChange = z.output<typeof contentChange>;

const { timeline: _, ...editedFields } = claimDetail.shape;

const resubmission = z
  .object({
    submission_id: uuid.optional(),
    state: z.string().optional().describe('State of the submission; `recorded` if the claim was sent'),
    code: z.string().optional().describe('Error that kept the edited claim from being sent'),
    message: z.string().optional(),
  })
  .meta({ id: 'Resubmission' });
export type Resubmission = z.output<typeof resubmission>;

const claimEdit = z
  .object({
    ...editedFields,
    changes: z.array(contentChange).describe('Members of the content that changed; the first 200'),
    resubmission: resubmission.optional().describe('With `resubmit`: the submission of the claim'),
  })
  .meta({ id: 'ClaimEdit' });
export type ClaimEdit = z.output<typeof claimEdit>;
export type ClaimEditJson = z.output<typeof claimEdit>;

export const editClaim = endpoint('PATCH', '/api/claims/{id}', 'edit-claim', {
  repeats: false,
  ...writesClaims,
  scoped: true,
  summary: 'Edit the content of a claim, or correct a claim that was sent',
  description:
    'Applies `content` as a JSON merge patch (RFC 7396) to `content` as `GET /api/claims/{id}` shows it, and checks the claim again with all edits. A list replaces the list. A claim that was not sent (draft, ready, held or review) is edited in place: 200 with the same id. For a claim that was sent, the reply is 201 with a new claim: frequency 1 replaces a claim that was rejected, frequency 7 corrects any other one, under the rules of `corrects`. With `resubmit` the claim is submitted in the same call: if it has errors (422 `submission_blocked`) or needs a decision (409 `claims_not_ready`), nothing changes. Otherwise `resubmission` has the submission, or the reason why the stored edit was not sent. `If-Match` compares the version of the addressed claim.',
  uses: ['audit-append', 'submissions', 'clearhouse-key', 'search-key'],
  deletes: ['claim-contents', 'search-entries'],
  versioned: true,
  parameters: claimId,
  body: z.strictObject({
    content: z
      .looseObject({})
      .describe(
        'Members of ClaimInput to change, as a JSON merge patch; null removes. `transaction` cannot change.',
      ),
    resubmit: z.boolean().optional().describe('Submits the claim after the edit'),
    characters: z
      .enum(['refuse', 'transliterate'])
      .optional()
      .describe('Characters outside the X12 character set: refuse (default) or transliterate to ASCII'),
  }),
  responses: {
    200: { description: 'The claim, edited in place', schema: dataOf(claimEdit) },
    201: { description: 'The correction of a claim that was sent', schema: dataOf(claimEdit) },
  },
  errors: [
    'not_found',
    'precondition_failed',
    'not_editable',
    'not_correctable',
    'no_payer_claim_number',
    'submission_blocked',
    'claims_not_ready',
    'conflict',
  ],
});

const claimVersion = z
  .object({
    version: z.int().describe('Version of the claim with this content'),
    event: z.enum(['claim.received', 'claim.edited']),
    at: timestamp,
    actor: z.string(),
    changes: z.array(contentChange).describe('Changes since the version before; the first 200'),
    bulk_run_id: uuid.optional().describe('The bulk run that made the edit'),
  })
  .meta({ id: 'ClaimVersion' });
export type ClaimVersion = z.output<typeof claimVersion>;
export type ClaimVersionJson = z.output<typeof claimVersion>;

export const listClaimVersions = endpoint('GET', '/api/claims/{id}/versions', 'list-claim-versions', {
  ...readsClaims,
  resource: claim,
  scoped: true,
  summary: 'List the versions of the content of a claim, newest first',
  description:
    'Returns who changed the content, when, and which members. The last version is the content as it arrived.',
  parameters: claimId,
  query: z.strictObject({ ...csvFormat, ...cursorQuery }),
  responses: {
    200: {
      description: 'Versions',
      schema: pageOf(claimVersion),
      text: { 'text/csv': 'version,event,at,actor,bulk_run_id,changes\r\n' },
    },
  },
  errors: ['not_found', 'invalid_cursor'],
});

export const getClaimVersion = endpoint('GET', '/api/claims/{id}/versions/{version}', 'get-claim-version', {
  ...readsClaims,
  resource: claim,
  scoped: true,
  summary: 'Get the content that a claim had in a version',
  parameters: z.object({
    ...claimId.shape,
    version: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'Expected a version, such as 3')
      .transform(Number)
      .describe('Version of the claim, also one without an edit'),
  }),
  responses: {
    200: {
      description: 'The content',
      schema: dataOf(
        z
          .object({ id: uuid, version: z.int(), content: claimDetail.shape.content })
          .meta({ id: 'VersionContent' }),
      ),
    },
  },
  errors: ['not_found'],
});
