import type { AuditEntry } from '#audit/entries/entry.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';

/** Fields may get an apostrophe against formulas; verify the NDJSON export, not this file. */
export const auditLogCsv: CsvColumns<AuditEntry> = {
  name: 'audit-log',
  columns: membersOf<AuditEntry>(
    'id',
    'event_type',
    'entity_type',
    'entity_id',
    'actor',
    'payload_json',
    'created_at',
    'prev_hash',
    'hash',
  ),
};
