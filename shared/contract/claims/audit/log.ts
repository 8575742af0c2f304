import * as z from 'zod';
import { declareEndpoint } from '../../endpoint.ts';
import { cursorQuery, datetime, pageOf, timestamp } from '../../fields.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Who may look into the audit log. */
export const auditorRoles = ['auditor', 'admin'] as const;

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

/** An id of an entry in a query string. */
export const entryId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'Expected an id of an entry')
  .transform(Number)
  .meta({ openapi: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 } });

const filter = (maximum: number) => z.string().min(1).max(maximum).optional();

const auditLogFilters = {
  entity_type: filter(100).describe('Entries about this kind of thing'),
  entity_id: filter(255).describe('Entries about the thing with this id'),
  event_type: filter(100).describe('Entries of this event'),
  actor: filter(255).describe('Entries that this actor caused'),
  from: datetime.optional().describe('Entries created at this time or later'),
  to: datetime.optional().describe('Entries created at this time or earlier'),
};

export const listAuditLog = declareEndpoint({
  service: 'claims',
  name: 'list-audit-log',
  method: 'GET',
  path: '/api/admin/audit-log',
  tag: 'audit log',
  summary: 'Entries of the audit log, newest first',
  description:
    '`from` and `to` bound `created_at`, both included. Filters are joined by and. Where few entries fit all of several filters, a page may hold fewer than `limit` although `has_more` is true.',
  access: { kind: 'claims', roles: auditorRoles },
  data: 'read',
  uses: ['audit-entries'],
  query: z.strictObject({ ...auditLogFilters, ...cursorQuery }),
  responses: { 200: { description: 'Entries, newest first', schema: pageOf(auditEntry) } },
  errors: ['invalid_cursor'],
});
