import * as z from 'zod';
import { csvFormat } from '../../csv.ts';
import { endpointsOf } from '../../endpoint.ts';
import { cursorQuery, datetime, pageOf, timestamp } from '../../fields.ts';
import { audits } from '../operations.ts';

const endpoint = endpointsOf('claims', 'audit log');

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const auditEntry = z
  .object({
    id: z.int().positive(),
    event_type: z.string(),
    entity_type: z.string(),
    entity_id: z.string(),
    actor: z.string(),
    payload_json: z.string(),
    created_at: timestamp,
    prev_hash: hash,
    hash,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof auditEntry>;

/** The id of an entry in a query string. */
export const entryId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'Expected the id of an entry')
  .transform(Number)
  .meta({ openapi: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 } });

const filter = (maximum: number) => z.string().min(1).max(maximum).optional();

const auditLogFilters = {
  entity_type: filter(100).describe('Entries about this type of entity'),
  entity_id: filter(255).describe('Entries about the entity with this id'),
  event_type: filter(100).describe('Entries of this type of event'),
  actor: filter(255).describe('Entries of this actor'),
  from: datetime.optional().describe('Entries created at or after this time'),
  to: datetime.optional().describe('Entries created at or before this time'),
};

export const listAuditLog = endpoint('GET', '/api/admin/audit-log', 'list-audit-log', {
  ...audits,
  summary: 'List entries of the audit log, newest first',
  description:
    '`from` and `to` limit `created_at`, both inclusive. An entry must match all filters. With several filters, a page may have fewer than `limit` entries although `has_more` is true.',
  uses: ['audit-entries'],
  query: z.strictObject({ ...auditLogFilters, ...csvFormat, ...cursorQuery }),
  responses: {
    200: {
      description: 'Entries, newest first',
      schema: pageOf(auditEntry),
      text: {
        'text/csv': 'id,event_type,entity_type,entity_id,actor,payload_json,created_at,prev_hash,hash\r\n',
      },
    },
  },
  errors: ['invalid_cursor'],
});
