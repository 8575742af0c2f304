import * as z from 'zod';
import { finding, findingCounts } from '#claims/claims/claim-fields.ts';
import { readsClaims, writesClaims } from '#contract/claims/operations.ts';
import { fileKindNames, fileStateNames } from '#contract/claims/state-names.ts';
import { csvFormat } from '#contract/csv.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, datetime, moneyAmount, pageOf, timestamp, uuid } from '#contract/fields.ts';

const endpoint = endpointsOf('claims', 'files');

const reason = z.object({
  code: z.string().describe('Id of an edit (V007) or a code such as not_x12'),
  message: z.string(),
  /** ISA13, GS06, ST02 as sent. */
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
  object_key: z.string().optional().describe('Key of the object in the inbox'),
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
    matched: z.int().describe('Results of responses in the file that match a claim'),
    unmatched: z.int().describe('Results of responses in the file without a claim'),
  }),
  progress: z.object({
    bytes: z.int().describe('Bytes whose content is applied'),
    percent: z.int().min(0).max(100),
    units: z.record(z.string(), z.int()).describe('Applied units by kind'),
  }),
  finding_counts: findingCounts,
  reasons: z.array(reason).describe('Why the file, or a part of it, could not be processed'),
  outbound_keys: z.array(z.string()).describe('Keys of its 999 and of the 277CA for its claims'),
  archive_key: z.string().optional(),
  quarantine_key: z.string().optional(),
  duplicate_of: uuid.optional(),
};

export const file = z.object(fileFields).meta({ id: 'File' });
export type File = z.output<typeof file>;
export type FileJson = z.output<typeof file>;

const fileDetail = z
  .object({ ...fileFields, findings: z.array(finding).describe('The first 500 findings') })
  .meta({ id: 'FileDetail' });
export type FileDetail = z.output<typeof fileDetail>;

export const listFiles = endpoint('GET', '/api/files', 'list-files', {
  ...readsClaims,
  summary: 'List files, newest first',
  query: z.strictObject({
    state: z.enum(fileStateNames).optional().describe('Files in this state'),
    received_from: datetime.optional().describe('Files received at this time or later'),
    received_to: datetime.optional().describe('Files received at this time or earlier'),
    ...csvFormat,
    ...cursorQuery,
  }),
  responses: {
    200: {
      description: 'Files, newest first',
      schema: pageOf(file),
      text: {
        'text/csv':
          'id,name,origin,state,size,sha256,received_at,finished_at,kinds,claims,drafts,duplicates,charge,matched,unmatched,reasons\r\n',
      },
    },
  },
  errors: ['invalid_cursor'],
});

export const getFile = endpoint('GET', '/api/files/{id}', 'get-file', {
  ...readsClaims,
  resource: file,
  summary: 'Get a file with its progress and findings',
  parameters: z.object({ id: uuid.describe('Id of the file') }),
  responses: { 200: { description: 'The file', schema: dataOf(fileDetail) } },
  errors: ['not_found'],
});

/** Seconds for which an upload link is valid. */
export const uploadSeconds = 900;

const upload = z
  .object({
    method: z.literal('PUT'),
    url: z.url(),
    headers: z.record(z.string(), z.string()).describe('Headers to send with the file'),
    expires_at: timestamp,
  })
  .meta({ id: 'Upload' });
export type Upload = z.output<typeof upload>;

export const createFile = endpoint('POST', '/api/files', 'create-file', {
  ...writesClaims,
  summary: 'Create an upload link for a file',
  description:
    'Creates a file in state `expected` and a link that accepts it with PUT for 15 minutes. The file type is detected from its content.',
  uses: ['inbox-upload'],
  body: z.strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .regex(/^[.\-() ]*\w[\w.\-() ]*$/, 'Use letters, digits, blanks and . _ - ( ) only'),
  }),
  responses: {
    201: {
      description: 'The expected file with its upload link',
      schema: dataOf(z.object({ ...fileFields, upload })),
    },
  },
});
