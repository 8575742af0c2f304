import * as z from 'zod';
import { endpointsOf } from '../../endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp } from '../../fields.ts';
import { administers, audits } from '../operations.ts';

const endpoint = endpointsOf('claims', 'audit log');

const signedCheckpoint = z
  .object({
    chain: z.string(),
    sequence: z.int(),
    hash: z.string(),
    time: timestamp,
    key_id: z.string(),
    signature: z.string(),
  })
  .meta({ id: 'Checkpoint' });
export type Checkpoint = z.output<typeof signedCheckpoint>;

export const listCheckpoints = endpoint('GET', '/api/admin/audit-log/checkpoints', 'list-checkpoints', {
  ...audits,
  summary: 'List signed checkpoints, oldest first',
  description: 'Store downloaded checkpoints; they prove later whether the log was cut or rewritten.',
  data: 'none',
  uses: ['checkpoints'],
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'Checkpoints, oldest first', schema: pageOf(signedCheckpoint) } },
  errors: ['invalid_cursor'],
});

export const createCheckpoint = endpoint('POST', '/api/admin/audit-log/checkpoints', 'create-checkpoint', {
  ...administers,
  summary: 'Sign a checkpoint now instead of at the next hourly run',
  description:
    'First verifies the entries since the newest checkpoint. Responds with 200 and that checkpoint if there are none.',
  uses: ['audit-entries', 'checkpoints', 'signing'],
  limiter: 'api',
  responses: {
    200: {
      description: 'The newest checkpoint, which already covers the last entry',
      schema: dataOf(signedCheckpoint),
    },
    201: { description: 'The new checkpoint', schema: dataOf(signedCheckpoint) },
  },
  errors: ['audit_log_damaged', 'audit_log_empty'],
});

export const getPublicKey = endpoint('GET', '/api/admin/audit-log/public-key', 'get-public-key', {
  ...audits,
  summary: 'Get the public key for verifying checkpoints',
  data: 'none',
  uses: ['checkpoints'],
  responses: {
    200: {
      description: 'SubjectPublicKeyInfo, PEM',
      schema: dataOf(
        z.object({ key_id: z.string(), algorithm: z.literal('ECDSA_SHA_256'), public_key: z.string() }),
      ),
    },
  },
});
