import * as z from 'zod';
import { declareEndpoint } from '../endpoint.ts';
import { cursorQuery, dataOf, datetime, moneyAmount, pageOf, timestamp, uuid } from '../fields.ts';
import { finding, findingCounts } from './claim-records.ts';
import { fileKindNames, fileStateNames } from './state-names.ts';

const reason = z.object({
  code: z.string().describe('Id of an edit (V007) or a code of the intake (not_x12)'),
  message: z.string(),
  interchange: z.string().optional(),
  group: z.string().optional(),
  transaction: z.string().optional(),
  segment: z.string().optional(),
  segment_index: z.int().optional(),
  byte_offset: z.int().optional(),
});

const fileFields = {
  id: uuid,
  name: z.string(),
  origin: z.enum(['inbox', 'api']),
  object_key: z.string().optional().describe('Its key in the inbox'),
  size: z.int(),
  sha256: z.string().optional(),
  state: z.enum(fileStateNames),
  received_at: timestamp,
  updated_at: timestamp,
  finished_at: timestamp.optional(),
  kinds: z.array(z.enum(fileKindNames)),
  counts: z.object({
    interchanges: z.int(),
    groups: z.int(),
    sets: z.int(),
    refused_sets: z.int(),
    claims: z.int(),
    drafts: z.int(),
    duplicates: z.int(),
    charge: moneyAmount,
    matched: z.int().describe('Claims that answers in the file were about'),
    unmatched: z.int().describe('Answers for which no claim was found'),
  }),
  progress: z.object({
    bytes: z.int().describe('Bytes whose content is applied'),
    percent: z.int().min(0).max(100),
    units: z.record(z.string(), z.int()).describe('What is applied, by kind'),
  }),
  finding_counts: findingCounts,
  reasons: z.array(reason).describe('Why it, or part of it, could not be processed'),
  outbound_keys: z
    .array(z.string())
    .describe('Objects that answer it: the 999, and the 277CA for its claims'),
  archive_key: z.string().optional(),
  quarantine_key: z.string().optional(),
  duplicate_of: uuid.optional(),
};

/** A file as lists show it. */
export const file = z.object(fileFields).meta({ id: 'File' });
export type FileJson = z.output<typeof file>;

const fileDetail = z
  .object({ ...fileFields, findings: z.array(finding).describe('The first 500') })
  .meta({ id: 'FileDetail' });

export const listFiles = declareEndpoint({
  service: 'claims',
  name: 'list-files',
  method: 'GET',
  path: '/api/files',
  tag: 'files',
  summary: 'Files that came, newest first',
  access: { kind: 'claims', roles: ['biller', 'auditor', 'admin'] },
  data: 'read',
  query: z.strictObject({
    state: z.enum(fileStateNames).optional().describe('Files in this state'),
    received_from: datetime.optional().describe('Files received at this time or later'),
    received_to: datetime.optional().describe('Files received at this time or earlier'),
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Files, newest first', schema: pageOf(file) } },
  errors: ['invalid_cursor'],
});

export const getFile = declareEndpoint({
  service: 'claims',
  name: 'get-file',
  method: 'GET',
  path: '/api/files/{id}',
  tag: 'files',
  summary: 'One file with its progress and findings',
  access: { kind: 'claims', roles: ['biller', 'auditor', 'admin'] },
  data: 'read',
  parameters: z.object({ id: uuid.describe('Id of the file') }),
  responses: { 200: { description: 'The file', schema: dataOf(fileDetail) } },
  errors: ['not_found'],
});

/** How long an upload link works, seconds. */
export const uploadSeconds = 900;

/** A link to put one file into the inbox. */
const upload = z
  .object({
    method: z.literal('PUT'),
    url: z.url(),
    headers: z.record(z.string(), z.string()).describe('To be sent along'),
    expires_at: timestamp,
  })
  .meta({ id: 'Upload' });

export const createFile = declareEndpoint({
  service: 'claims',
  name: 'create-file',
  method: 'POST',
  path: '/api/files',
  tag: 'files',
  summary: 'A link to upload a file to',
  description:
    'Answers a record in state `expected` and a link that takes the file with PUT for 15 minutes. What the file is, is told by its content.',
  access: { kind: 'claims', roles: ['biller', 'admin'] },
  data: 'write',
  uses: ['inbox-upload'],
  idempotent: true,
  body: z.strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .regex(/^[\w.\-() ]*\w[\w.\-() ]*$/, 'Expected letters, digits, blanks and . _ - ( )'),
  }),
  responses: {
    201: {
      description: 'The file that is expected, and where to put it',
      schema: dataOf(z.object({ ...fileFields, upload })),
    },
  },
});
