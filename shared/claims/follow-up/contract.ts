import * as z from 'zod';
import { claim } from '#claims/claims/claim-fields.ts';
import { readsClaims, writesClaims } from '#contract/claims/operations.ts';
import { laneNames } from '#contract/claims/state-names.ts';
import { csvFormat } from '#contract/csv.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, uuid } from '#contract/fields.ts';

const endpoint = endpointsOf('claims', 'follow-up');

const claimId = z.object({ id: uuid.describe('Id of the claim') });

/** Subjects as `GET /api/me` shows them. Blanks are excluded, so that a name is not entered by mistake. */
const subject = z.string().regex(/^[\w.:@|+/=-]{1,255}$/, 'Use the subject of GET /api/me');

/** What a person writes into a note. */
export const noteFields = { text: z.string().trim().min(1).max(4000) };

/** The members of a follow-up, each of which stays if it is absent. */
export const followUpFields = {
  assignee: z
    .union([z.literal('me'), subject])
    .nullable()
    .optional()
    .describe('Subject of a person or key, or `me` for the caller'),
  follow_up_on: z.iso.date().nullable().optional().describe('Day on which to look at the claim again'),
};

const note = z
  .object({ id: uuid, claim_id: uuid, at: timestamp, by: z.string(), text: z.string() })
  .meta({ id: 'ClaimNote' });
export type ClaimNote = z.output<typeof note>;

export const addNote = endpoint('POST', '/api/claims/{id}/notes', 'add-note', {
  ...writesClaims,
  resource: claim,
  scoped: true,
  summary: 'Add a note to a claim',
  description:
    'A note cannot be changed. The audit log records its id and author, and not its text, which may name patients.',
  uses: ['audit-append'],
  parameters: claimId,
  body: z.strictObject(noteFields),
  responses: { 201: { description: 'The note', schema: dataOf(note) } },
  errors: ['not_found'],
});

export const listNotes = endpoint('GET', '/api/claims/{id}/notes', 'list-notes', {
  ...readsClaims,
  resource: claim,
  scoped: true,
  summary: 'List the notes of a claim, newest first',
  parameters: claimId,
  query: z.strictObject({ ...csvFormat, ...cursorQuery }),
  responses: {
    200: {
      description: 'Notes, newest first',
      schema: pageOf(note),
      text: { 'text/csv': 'id,claim_id,at,by,text\r\n' },
    },
  },
  errors: ['not_found', 'invalid_cursor'],
});

export const setFollowUp = endpoint('PATCH', '/api/claims/{id}/follow-up', 'set-follow-up', {
  ...writesClaims,
  resource: claim,
  scoped: true,
  summary: 'Set the assignee and the follow-up day of a claim',
  description:
    'A member that is absent stays, and null removes it. A claim with an assignee or a follow-up day is in the worklist.',
  uses: ['audit-append'],
  versioned: true,
  parameters: claimId,
  body: z.strictObject(followUpFields).meta({ id: 'FollowUp' }),
  responses: { 200: { description: 'The claim', schema: dataOf(claim) } },
  errors: ['not_found', 'precondition_failed', 'conflict'],
});
export type FollowUp = z.input<typeof setFollowUp.body>;

export const listWorklist = endpoint('GET', '/api/worklist', 'list-worklist', {
  ...readsClaims,
  scoped: true,
  summary: 'List claims to follow up, most urgent first',
  description:
    'Claims with an assignee or a follow-up day, by that day; those without a day come last. Days are those of `time_zone` in the file names of the payer configuration file. A page may have fewer claims than its limit, or none, and still have a next page. Lists may lag behind a change by a moment.',
  query: z.strictObject({
    assignee: z
      .union([z.enum(['me', 'none']), subject])
      .optional()
      .describe('Claims of this subject; `me` for the caller, `none` for claims without an assignee'),
    due: z
      .enum(['overdue', 'today', 'later', 'undated'])
      .optional()
      .describe('Claims whose follow-up day is past, today or later, or that have none'),
    lane: z.enum(laneNames).optional().describe('Claims in this lane'),
    billing_npi: z
      .string()
      .min(1)
      .max(80)
      .optional()
      .describe('Claims of the billing provider with this NPI'),
    ...csvFormat,
    ...cursorQuery,
  }),
  responses: {
    200: {
      description: 'Claims to follow up',
      schema: pageOf(claim).extend({
        today: z.iso.date().describe('The day in the time zone of the practice'),
      }),
      text: {
        'text/csv':
          'id,patient_control_number,follow_up_on,assignee,lane,lane_since,payer_id,payer_name,billing_npi,patient_name,total_charge,paid,service_from\r\n',
      },
    },
  },
  errors: ['invalid_cursor'],
});

const person = z
  .object({
    subject: z.string().describe('As in `assignee` and the audit log'),
    name: z.string(),
    seen_on: z.iso.date().describe('Day on which the person last stated the name, UTC'),
  })
  .meta({ id: 'ClaimsPerson' });
export type ClaimsPerson = z.output<typeof person>;

export const nameCaller = endpoint('PUT', '/api/me', 'name-caller', {
  access: writesClaims.access,
  data: 'write',
  scoped: true,
  summary: 'State the name of the caller',
  description:
    'The name by which colleagues see the caller, such as the one of the identity provider. The web app states it at sign-in. A name that is not stated again within a year is forgotten.',
  body: z.strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .regex(/^\P{Cc}*$/u, 'May not hold control characters'),
  }),
  responses: { 200: { description: 'The caller', schema: dataOf(person) } },
});

export const listPeople = endpoint('GET', '/api/people', 'list-people', {
  ...readsClaims,
  scoped: true,
  summary: 'List the people who work with claims, by name',
  description:
    'Billers and administrators who stated their names. Any of them can be the assignee of a claim.',
  responses: { 200: { description: 'All people', schema: dataOf(z.array(person)) } },
});
