import type { AuditEntry } from '#audit/entries/entry.ts';
import { readAuditLog } from '../../audit/audit-log.ts';
import type { Table } from '../../dynamodb/table.ts';

/** A claim has one entry for each change. */
const maxEntries = 1000;

/** Audit entries about one entity, oldest first; only the newest thousand. */
export async function readAuditEntriesOf(
  audit: Table,
  chain: string,
  entity_type: string,
  entity_id: string,
): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await readAuditLog(audit, chain, { entity_type, entity_id, limit: 200, cursor });
    entries.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && entries.length < maxEntries);
  return entries.reverse();
}
