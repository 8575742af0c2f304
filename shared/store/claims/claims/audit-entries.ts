import type { AuditEntry } from '#audit/entries/entry.ts';
import { readAuditLog } from '../../audit/audit-log.ts';
import type { Table } from '../../dynamodb/table.ts';

/** More than any entity has; a claim has one for each time that it changed. */
const mostEntries = 1000;

/** The entries about one entity, oldest first, up to the thousand newest. */
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
  } while (cursor !== undefined && entries.length < mostEntries);
  return entries.reverse();
}
