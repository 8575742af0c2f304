import * as z from 'zod';
import { declareEndpoint } from '../../endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp } from '../../fields.ts';
import { auditorRoles } from './log.ts';

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

export const listCheckpoints = declareEndpoint({
  service: 'claims',
  name: 'list-checkpoints',
  method: 'GET',
  path: '/api/admin/audit-log/checkpoints',
  tag: 'audit log',
  summary: 'List signed checkpoints, oldest first',
  description: 'Keep them: they prove later whether the log was cut or rewritten since.',
  access: { kind: 'claims', roles: auditorRoles },
  data: 'none',
  uses: ['checkpoints'],
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'Checkpoints, oldest first', schema: pageOf(signedCheckpoint) } },
  errors: ['invalid_cursor'],
});

export const createCheckpoint = declareEndpoint({
  service: 'claims',
  name: 'create-checkpoint',
  method: 'POST',
  path: '/api/admin/audit-log/checkpoints',
  tag: 'audit log',
  summary: 'Sign a checkpoint now instead of at the next hourly run',
  description:
    'First verifies the entries since the newest checkpoint. Responds with 200 and that checkpoint if there are none.',
  access: { kind: 'claims', roles: ['admin'] },
  data: 'write',
  uses: ['audit-entries', 'checkpoints', 'signing'],
  limiter: 'api',
  idempotent: true,
  responses: {
    200: {
      description: 'The newest checkpoint, which already covers the last entry',
      schema: dataOf(signedCheckpoint),
    },
    201: { description: 'The new checkpoint', schema: dataOf(signedCheckpoint) },
  },
  errors: ['audit_log_damaged', 'audit_log_empty'],
});

export const getPublicKey = declareEndpoint({
  service: 'claims',
  name: 'get-public-key',
  method: 'GET',
  path: '/api/admin/audit-log/public-key',
  tag: 'audit log',
  summary: 'Get the public key for verifying checkpoints',
  access: { kind: 'claims', roles: auditorRoles },
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
